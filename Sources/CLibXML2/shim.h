// libxml2, for graphs in XML.
#ifndef OBSERVATORY_CLIBXML2_SHIM_H
#define OBSERVATORY_CLIBXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>

#endif
