import { Merge, Split } from 'lucide-react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { aloneWith, joinedWith, type Apart, type PartMove } from './part-orders.ts';
import type { ReviewLine } from './review-sums.ts';

export interface PartButtonProps {
  readonly line: ReviewLine;
  readonly moves: readonly PartMove[];
  readonly onPart: (part: (apart: Apart) => Apart) => void;
}

/** Takes a book out of its order or into another one of its recipient: one way is a button, several are a menu. */
export function PartButton({ line: { bookId, title }, moves, onPart }: PartButtonProps) {
  const { t } = useText();
  const go = (move: PartMove): void =>
    onPart((apart) =>
      move.kind === 'alone' ? aloneWith(apart, bookId) : joinedWith(apart, bookId, move.order.lines[0]?.bookId ?? ''),
    );
  const [only, ...others] = moves;
  if (only === undefined) return null;
  if (others.length === 0 && only.kind === 'alone')
    return (
      <Button variant="quiet" aria-label={t('orders.review.apartLabel', { title })} onPress={() => go(only)}>
        {t('orders.review.apart')}
      </Button>
    );
  // The sum of the order stands beside it.
  if (others.length === 0)
    return <IconButton label={t('orders.review.joinLabel', { title })} icon={Merge} onPress={() => go(only)} />;
  return (
    <MenuButton
      label={t('orders.review.part', { title })}
      icon={Split}
      isIconOnly
      choices={moves.map((move, at) => ({ value: String(at), ...said(move) }))}
      onChoose={(at) => {
        const chosen = moves[Number(at)];
        if (chosen !== undefined) go(chosen);
      }}
    />
  );

  function said(move: PartMove): { readonly name: string; readonly hint: string } {
    if (move.kind === 'alone') return { name: t('orders.review.apart'), hint: t('orders.review.apartHint') };
    const { lines } = move.order;
    return {
      name: t('orders.review.joinWith', { title: lines[0]?.title ?? '' }),
      hint: t('orders.review.joinHint', { books: lines.length }),
    };
  }
}
