declare module 'heic-decode' {
  interface Decoded {
    readonly width: number;
    readonly height: number;
    /** Red, green, blue, opacity; the container's rotation and mirroring are applied. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  /** A picture of the container; its pixels are decoded when they are asked for. */
  interface Undecoded {
    readonly width: number;
    readonly height: number;
    decode(): Promise<Decoded>;
  }
  const decode: {
    (input: { readonly buffer: Uint8Array }): Promise<Decoded>;
    all(input: { readonly buffer: Uint8Array }): Promise<Undecoded[] & { dispose(): void }>;
  };
  export = decode;
}
