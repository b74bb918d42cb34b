/** A picture whose subject is looked for: a small one, as it is shown (`thumbnailOf`), which has the faces of the large one. */
export interface SubjectTask {
  readonly picture: Uint8Array;
  /** Where the network that finds faces lies. */
  readonly facesFolder: string;
}
