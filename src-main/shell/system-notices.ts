import { Notification } from 'electron';
import type { NoticePort } from './desktop-notices.ts';

/** Electron's notifications. One that is shown is held here: what nobody refers to is collected, and its click with it. */
export function systemNotices(): NoticePort {
  const held = new Set<Notification>();
  return {
    show: ({ title, body, stays, onClick }) => {
      if (!Notification.isSupported()) return null;
      const notification = new Notification({
        title,
        body,
        silent: true,
        timeoutType: stays ? 'never' : 'default',
        urgency: stays ? 'critical' : 'normal',
      });
      held.add(notification);
      notification.on('click', onClick);
      notification.on('close', () => held.delete(notification));
      notification.on('failed', () => held.delete(notification));
      notification.show();
      return { close: () => notification.close() };
    },
  };
}
