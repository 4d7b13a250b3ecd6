"""The binding's declarations, taken from the public headers: nothing is written down twice."""

import os
import re

from cffi import FFI

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def declarations(name):
    """A header without comments, preprocessor lines and the wrapper for C++."""
    with open(os.path.join(TOP, "include", name), encoding="utf-8") as f:
        text = f.read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S).replace("\\\n", "")
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    return re.sub(r"^#.*$", "", text, flags=re.M)


ffi = FFI()
ffi.cdef(declarations("aude.h") + declarations("aude_env.h"))
ffi.cdef(
    """
    #define AUDE_ENV_ABI ...
    static char *const AUDE_VERSION;
    extern "Python" void aude_report_python(void *context, const aude_errinfo *failure);
    """
)
ffi.set_source("aude._aude", "#include <aude.h>\n#include <aude_env.h>\n")

if __name__ == "__main__":
    ffi.emit_c_code("_aude.c")
