/** Not as its format wants it: too short, out of order, or none at all. */
export class BrokenPicture extends Error {}
