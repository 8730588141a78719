// libxml2, for graphs in XML.
#ifndef OBSERVATORY_CLIBXML2_SHIM_H
#define OBSERVATORY_CLIBXML2_SHIM_H

#include <libxml/xmlversion.h>
// The headers of ICU, which only converters of encodings need, contradict those in Swift's Foundation.
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>

#endif
