export function LibraryRoute() {
  return null;
}
