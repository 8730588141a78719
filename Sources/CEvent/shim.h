// libevent, for the connections of pages.
#ifndef OBSERVATORY_CEVENT_SHIM_H
#define OBSERVATORY_CEVENT_SHIM_H

// Swift's module of glibc has been made without this, and the member of fd_set has another name with it.
#ifdef __linux__
#include <features.h>
#undef __USE_XOPEN
#endif

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>

#endif
