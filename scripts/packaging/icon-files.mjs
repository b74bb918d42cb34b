// The files in which macOS and Windows keep an icon in several sizes: PNGs behind one another with a list. Node built-ins only.

/** Types of an .icns by the width in pixels for ordinary and for dense displays; its smallest one is 16 points on a dense one. */
const ICNS_TYPES = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** The bytes of an .icns. `pictures`: PNG bytes by their width in pixels. */
export function icns(pictures) {
  const entry = (type, bytes) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(bytes.length + head.length, 4);
    return Buffer.concat([head, bytes]);
  };
  const entries = [...pictures].flatMap(([width, png]) => ICNS_TYPES[width].map((type) => entry(type, png)));
  return entry('icns', Buffer.concat(entries));
}

/** The bytes of an .ico. `pictures`: PNG bytes by their width in pixels, up to 256. */
export function ico(pictures) {
  const list = Buffer.alloc(6 + 16 * pictures.size);
  // 1: an icon, not a cursor.
  list.writeUInt16LE(1, 2);
  list.writeUInt16LE(pictures.size, 4);
  let place = list.length;
  [...pictures].forEach(([width, png], index) => {
    const at = 6 + 16 * index;
    // 256 is written as 0.
    list.writeUInt8(width % 256, at);
    list.writeUInt8(width % 256, at + 1);
    list.writeUInt16LE(1, at + 4);
    list.writeUInt16LE(32, at + 6);
    list.writeUInt32LE(png.length, at + 8);
    list.writeUInt32LE(place, at + 12);
    place += png.length;
  });
  return Buffer.concat([list, ...pictures.values()]);
}
