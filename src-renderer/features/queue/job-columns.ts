import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import type { Text } from '../../i18n/text.ts';
import type { NamedColumn } from '../../ui/column-name.tsx';
import { byName, byNumber, type Compare } from '../../ui/sort-rows.ts';
import { sentShare, UPLOAD_STEPS } from './queue-rows.ts';

export interface JobColumn extends NamedColumn {
  readonly id: 'book' | 'progress' | 'speed' | 'step' | 'tries' | 'actions';
  readonly compare?: Compare<UploadJobView>;
}

/** The columns of the queue. Speed and actions say nothing to stand by: a speed is another one four times a second. */
export const jobColumns = ({ t, language }: Text): readonly JobColumn[] => {
  const name = (id: JobColumn['id']): string => t(`queue.column.${id}`);
  return [
    {
      id: 'book',
      name: name('book'),
      track: 'minmax(140px, 1.5fr)',
      isRowHeader: true,
      compare: byName(language, ({ title }) => title),
    },
    {
      id: 'progress',
      name: name('progress'),
      track: 'minmax(220px, 2fr)',
      compare: byNumber((job) => sentShare(job)),
    },
    { id: 'speed', name: name('speed'), track: '88px', align: 'end' },
    {
      id: 'step',
      name: name('step'),
      track: 'minmax(190px, 1.2fr)',
      compare: byNumber(({ state }) => ('step' in state ? UPLOAD_STEPS.indexOf(state.step) : UPLOAD_STEPS.length)),
    },
    { id: 'tries', name: name('tries'), track: 'minmax(156px, 1fr)', compare: byNumber(({ attempts }) => attempts) },
    { id: 'actions', name: name('actions'), track: '60px', isNameHidden: true },
  ];
};
