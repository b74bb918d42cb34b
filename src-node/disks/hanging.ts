/** Files for which threads wait that were left behind, and their disks. */
export class Hanging {
  readonly #files = new Map<string, number>();
  readonly #disks = new Map<string, number>();

  add(path: string, disk: string, until: Promise<void>): void {
    count(this.#files, path, 1);
    count(this.#disks, disk, 1);
    void until.then(() => {
      count(this.#files, path, -1);
      count(this.#disks, disk, -1);
    });
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  hasOfDisk(disk: string): boolean {
    return this.#disks.has(disk);
  }
}

function count(counts: Map<string, number>, name: string, more: number): void {
  const left = (counts.get(name) ?? 0) + more;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
