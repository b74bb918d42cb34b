import { join } from 'node:path';
import { killDeskAndService } from '../../desk/support/desk-kills.ts';
import { startService } from '../../desk/desk-harness.ts';
import type { Round } from '../round.ts';

const KILLS = 20;

/**
 * The desk without a window and its service, killed by turns while folders of books are imported, uploaded and ordered; uploads are counted
 * before the service. Whatever is lost, doubled or sent again without need is thrown.
 */
export const deskKilled: Round = {
  name: 'desk',
  async run({ random, folder, say }) {
    const service = await startService(join(folder, 'service'));
    try {
      const { kills, books, files, uploads } = await killDeskAndService(service, folder, { kills: KILLS, random });
      say(`      ${files} files of ${books} books, ${uploads} uploads began, ${uploads - files} more than files`);
      const ofService = kills.filter((kill) => kill.startsWith('service')).length;
      return {
        kills: { desk: kills.length - ofService, service: ofService },
        acknowledged: files + books,
        lost: 0,
        doubled: 0,
        recoveriesMs: [],
      };
    } finally {
      await service.dispose();
    }
  },
};
