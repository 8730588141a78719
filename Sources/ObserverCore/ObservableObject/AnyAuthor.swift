/// Who sent a message: often an observer that changed what it observes, otherwise the observable object itself.
///
/// Authors are told apart by identity.
public typealias AnyAuthor = AnyObject
