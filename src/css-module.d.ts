/** A style sheet's text, minified by the bundler. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}
