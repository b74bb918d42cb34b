import { describe, expect, it } from 'vitest';
import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import { LayoutDoor } from './layout-door.ts';

function doorOf(fails = false) {
  const told: string[] = [];
  const call = (name: string) => async (bookId: string) => {
    told.push(`${name} ${bookId} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    told.push(`${name} ${bookId} ends`);
    if (fails) throw new Error('no');
    return {} as OpenLayout;
  };
  return { told, door: new LayoutDoor({ open: call('open'), close: call('close') }) };
}

describe('the door of a layout', () => {
  it('is not shut by a screen that goes while another one of the same book comes', async () => {
    const { told, door } = doorOf();
    await door.enter('a');
    const going = door.leave('a', async () => void told.push('written'));
    const coming = door.enter('a');
    await Promise.all([going, coming]);
    expect(told.filter((line) => line.startsWith('close'))).toEqual([]);
    await door.leave('a');
    expect(told.at(-1)).toBe('close a ends');
  });

  it('lets one call after another through, and what is written before it is shut is written', async () => {
    const { told, door } = doorOf();
    void door.enter('a');
    void door.leave('a', async () => void told.push('written'));
    await door.enter('b');
    expect(told).toEqual([
      'open a begins',
      'open a ends',
      'written',
      'close a begins',
      'close a ends',
      'open b begins',
      'open b ends',
    ]);
  });

  it('goes on after a call that failed', async () => {
    const { told, door } = doorOf(true);
    await expect(door.enter('a')).rejects.toThrow('no');
    await expect(door.leave('a')).rejects.toThrow('no');
    await expect(door.enter('a')).rejects.toThrow('no');
    expect(told.filter((line) => line.endsWith('ends'))).toEqual(['open a ends', 'close a ends', 'open a ends']);
  });
});
