# The module aude.wasm: the library, the glue beside this file and the signature, by clang and wasm-ld for wasm32, without a C
# library and without imports. The build machine's compiler is the same clang, so the tables are generated as ever.
file(GLOB glue CONFIGURE_DEPENDS src/wasm/*.c src/wasm/libc/*.c)
add_executable(aude-wasm ${AUDE_SOURCES} src/app/signature.c ${glue})
set_target_properties(aude-wasm PROPERTIES OUTPUT_NAME aude SUFFIX .wasm
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/packages/aude-wasm)
configure_file(LICENSE ${PROJECT_SOURCE_DIR}/packages/aude-wasm/LICENSE COPYONLY) # npm packs it
target_include_directories(aude-wasm PRIVATE include src)
target_include_directories(aude-wasm SYSTEM PRIVATE src/wasm/libc)
target_compile_options(aude-wasm PRIVATE --target=wasm32 -mbulk-memory -msign-ext -mnontrapping-fptoint)
set_source_files_properties(src/wasm/libc/string.c PROPERTIES COMPILE_OPTIONS -fno-builtin)
target_link_options(aude-wasm PRIVATE --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--export=__heap_base
                    -Wl,--stack-first -Wl,-z,stack-size=1048576)
