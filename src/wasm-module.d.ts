/** WebAssembly as workerd takes it: a module compiled at upload, imported like any other. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
