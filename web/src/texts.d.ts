/** A page of the manual, which the build embeds as it stands. */
declare module "*.md" {
  const text: string;
  export default text;
}
