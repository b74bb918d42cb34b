const CONTROLS =
  'button, input:not([type="range"]), textarea, select, a[href], [role="slider"], [role="switch"], [role="tab"]';
/** Drawn for those who read by ear, or not at all. */
const UNSEEN = '.visually-hidden, [hidden], [inert], [aria-hidden="true"], [data-live-announcer], [role="img"]';
/** Rounding of boxes and the ink of letters beyond their line. */
const SLACK_PX = 2;

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').slice(0, 60) ||
  element.outerHTML.slice(0, 80);

const isSeen = (element: Element): boolean => {
  const style = getComputedStyle(element);
  // A name that icons stand for is said, and clipped to a point.
  const isClippedAway = style.clipPath !== 'none' && element.clientWidth <= 1;
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isClippedAway &&
    element.getClientRects().length > 0
  );
};

/** What is on top: what was opened, or the whole window. */
const top = (): Element =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(-1) ?? document.body;

/** Once it stands still: what was opened takes its place after the window has its size. */
async function bringIntoView(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  for (let former = ''; ; ) {
    await new Promise(requestAnimationFrame);
    const now = JSON.stringify(element.getBoundingClientRect());
    if (now === former) return;
    former = now;
  }
}

/** What a pointer meets in its middle. */
const hitOf = (element: Element): Element | null => {
  const { left, top: above, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, above + height / 2);
};

/** What a pointer would not hit, though it is there to be used: it lies under something else, or outside of the window. */
export async function outOfReach(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const element of top().querySelectorAll<HTMLElement>(CONTROLS)) {
    if (element.closest('.visually-hidden, [hidden], [inert], [aria-hidden="true"]') !== null) continue;
    if (!isSeen(element)) continue;
    // Some are drawn by their labels.
    const drawn = element.matches('input[type="radio"], input[type="checkbox"]')
      ? (element.closest('label') ?? element)
      : element;
    const { width, height } = drawn.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    const isHit = (hit: Element | null): boolean =>
      hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
    if (isHit(hitOf(drawn))) continue;
    await bringIntoView(drawn);
    const hit = hitOf(drawn);
    // A message goes by itself.
    if (isHit(hit) || hit?.closest('[data-toasts]')) continue;
    found.push(`${nameOf(element)}: under ${hit === null ? 'nothing' : nameOf(hit)}`);
  }
  return found;
}

interface Piece {
  readonly element: Element;
  readonly text: string;
  readonly rects: readonly DOMRect[];
}

/** Every text on top with the boxes of its lines. */
function pieces(): readonly Piece[] {
  const walker = document.createTreeWalker(top(), NodeFilter.SHOW_TEXT);
  const found: Piece[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element === null || text === '' || element.closest(UNSEEN) !== null || !isSeen(element)) continue;
    if (element.closest('svg, [data-stage]') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    found.push({ element, text: text.slice(0, 60), rects: [...range.getClientRects()] });
  }
  return found;
}

const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';

/**
 * Texts that something cuts off without a way to the rest. What ends in an ellipsis has one when its whole text is in its title, its
 * tooltip or its name; what scrolls is read by scrolling.
 */
export function cutTexts(): readonly string[] {
  return pieces().flatMap(({ element, text, rects }) => {
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (/auto|scroll/.test(style.overflowX) || /auto|scroll/.test(style.overflowY)) return [];
      const around = box.getBoundingClientRect();
      const isCutAside =
        clips(style.overflowX) &&
        rects.some(({ left, right }) => right > around.right + SLACK_PX || left < around.left - SLACK_PX);
      const isCutBelow = clips(style.overflowY) && rects.some(({ bottom }) => bottom > around.bottom + 2 * SLACK_PX);
      if (!isCutAside && !isCutBelow) continue;
      const hasRest =
        style.textOverflow === 'ellipsis' && box.closest('[title], [aria-label], [data-whole]') !== null && !isCutBelow;
      return hasRest ? [] : [`${text}: cut off by ${box.tagName.toLowerCase()}.${box.className}`];
    }
    return [];
  });
}

/** Texts that stand out of the button, chip or cell that is drawn around them. */
export function outOfBox(): readonly string[] {
  return pieces().flatMap(({ element, text, rects }) => {
    const box = element.closest('button, [role="gridcell"], td, th, [class*="chip"]');
    if (box === null) return [];
    const { left, right } = box.getBoundingClientRect();
    const isOut = rects.some((rect) => rect.right > right + SLACK_PX || rect.left < left - SLACK_PX);
    const isClipped = [element, ...ancestors(element, box), box].some(
      (one) => getComputedStyle(one).overflowX !== 'visible',
    );
    return isOut && !isClipped ? [`${text}: out of ${box.tagName.toLowerCase()}.${box.className}`] : [];
  });
}

/** Texts that are drawn over each other. */
export function overlaps(): readonly string[] {
  const all = pieces()
    .filter(({ element }) => element.closest('[data-toasts]') === null)
    .flatMap(({ element, text, rects }) =>
      rects.flatMap((whole) => {
        const rect = seenPart(element, whole);
        return rect === null ? [] : [{ element, text, rect }];
      }),
    );
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
      const left = Math.max(one.rect.left, other.rect.left);
      const right = Math.min(one.rect.right, other.rect.right);
      const above = Math.max(one.rect.top, other.rect.top);
      const below = Math.min(one.rect.bottom, other.rect.bottom);
      if (right - left < 2 * SLACK_PX || below - above < 2 * SLACK_PX) return [];
      const hit = document.elementFromPoint((left + right) / 2, (above + below) / 2);
      const isBoth =
        hit !== null &&
        [one, other].some(({ element }) => element === hit || element.contains(hit) || hit.contains(element));
      if (!isBoth || isCovered(one.element, other.element)) return [];
      return [`“${one.text}” and “${other.text}”`];
    }),
  );
}

const ancestors = (element: Element, until: Element): readonly Element[] => {
  const found: Element[] = [];
  for (let one = element.parentElement; one !== null && one !== until; one = one.parentElement) found.push(one);
  return found;
};

/** What of it is neither scrolled nor cut away; null: nothing. */
function seenPart(element: Element, whole: DOMRect): DOMRect | null {
  let { left, right, top: above, bottom } = whole;
  for (const box of [element, ...ancestors(element, document.body)]) {
    if (getComputedStyle(box).overflow === 'visible' || getComputedStyle(box).display === 'inline') continue;
    const around = box.getBoundingClientRect();
    left = Math.max(left, around.left);
    right = Math.min(right, around.right);
    above = Math.max(above, around.top);
    bottom = Math.min(bottom, around.bottom);
  }
  return right <= left || bottom <= above ? null : new DOMRect(left, above, right - left, bottom - above);
}

/** One of them stands on a ground of its own, as a heading does that stays while rows pass below it. */
const isCovered = (a: Element, b: Element): boolean =>
  [a, b].some((element) => {
    const other = element === a ? b : a;
    for (let box: Element | null = element; box !== null && !box.contains(other); box = box.parentElement) {
      const { backgroundColor, position } = getComputedStyle(box);
      if (position !== 'static' && !/rgba\(.*, 0\)|transparent/.test(backgroundColor)) return true;
    }
    return false;
  });
