/** The package carries no types of its own: it exports the path of its binary. */
declare module "workerd" {
  const path: string | { default: string };
  export default path;
}
