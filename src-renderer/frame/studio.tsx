import { useEffect, useState, type ComponentType } from 'react';
import { layoutDropped, wireErrorOf } from '../bridge.ts';
import { useArrivals } from '../features/arrivals/use-arrivals.ts';
import { ActivityDrawer } from '../features/activity/activity-drawer.tsx';
import { forgetSteps } from '../features/undo/step-stack.ts';
import { isPackage, useOpenPackage } from '../features/library/use-packages.ts';
import { UndoCommands } from '../features/undo/undo-commands.tsx';
import { librarySelection, shownImport } from '../features/library/library-state.ts';
import { openManifest } from '../features/library/open-manifest.ts';
import { useImports } from '../features/library/use-library-work.ts';
import { ExportNews } from '../features/layout/export-news.tsx';
import { picturesToTake, placeUnder } from '../features/layout/pictures-to-take.ts';
import { newBook } from '../features/layout/new-book.ts';
import { NewBookSheet } from '../features/layout/new-book-sheet.tsx';
import { ManifestSheet } from '../features/manifests/manifest-sheet.tsx';
import { useManifests } from '../features/manifests/use-manifests.ts';
import { foldOrders } from '../features/orders/order-filter.ts';
import { closeOrderReview } from '../features/orders/order-review-store.ts';
import type { OrderFold } from '../features/orders/order-rows.ts';
import { queueSelection } from '../features/queue/queue-state.ts';
import { AddressBook } from '../features/recipients/address-book.tsx';
import { alikeOffer } from '../features/fixes/alike-offer.ts';
import { AlikeSheet } from '../features/fixes/alike-sheet.tsx';
import { printQuestion } from '../features/print-gate/print-gate.ts';
import { PrintGateSheet } from '../features/print-gate/print-gate-sheet.tsx';
import { OrderReviewSheet } from '../features/orders/order-review-sheet.tsx';
import { useText } from '../i18n/use-text.ts';
import { NO_SELECTION, selectOne } from '../ui/table-selection.ts';
import { showToast } from '../ui/toast-store.ts';
import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { goesToItsScreen, screensOf, type Command } from '../../src-core/commands.ts';
import { isTaken, runWhenTaken, useCommand } from '../commands/run-command.ts';
import { CommandPalette } from './command-palette.tsx';
import { QueueCommands } from './queue-commands.tsx';
import { SwitchEnvironment } from './switch-environment.tsx';
import { DropArea } from './drop-area.tsx';
import { FinishNotice } from './finish-notice.tsx';
import { LiveRegion } from './live-region.tsx';
import { useLostFocus } from './lost-focus.ts';
import { Rail } from './rail.tsx';
import { UpdateNews } from '../features/settings/update-news.tsx';
import { goTo, openLayout, useLayoutBook, useSection, type Section } from '../route.ts';
import { SimulatorSheet } from '../features/simulator/simulator-sheet.tsx';
import { usePrintHouse } from '../features/simulator/use-print-house.ts';
import { RefusedNotice } from './refused-notice.tsx';
import { ServiceNotice } from './service-notice.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusBar } from './status-bar.tsx';
import { CreditRoute } from '../routes/credit.tsx';
import { LibraryRoute } from '../routes/library.tsx';
import { OrdersRoute } from '../routes/orders.tsx';
import { QueueRoute } from '../routes/queue.tsx';
import { SettingsRoute } from '../routes/settings.tsx';
import { SpecsRoute } from '../routes/specs.tsx';
import styles from './frame.module.css';

/** The screen of every section of the rail. */
const SECTION_SCREENS: Readonly<Record<Section, ComponentType>> = {
  library: LibraryRoute,
  queue: QueueRoute,
  orders: OrdersRoute,
  credit: CreditRoute,
  specs: SpecsRoute,
  settings: SettingsRoute,
};

const FOCUS_RETURNS_MS = 50;

export interface StudioProps {
  readonly isLive: boolean;
  readonly status: StatusView;
}

/** Rail, section, activity drawer, status bar; and what works in all sections. */
export function Studio({ isLive, status }: StudioProps) {
  const { t } = useText();
  useCleanSlate();
  const section = useSection();
  const layoutBook = useLayoutBook();
  useLostFocus();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isActivityOpen, setIsActivityOpen] = useState(false);
  const chosenBook = librarySelection.useWith(({ ids }) => (ids.size === 1 ? ([...ids][0] ?? null) : null));
  const imports = useImports();
  const Screen = SECTION_SCREENS[section];
  useSectionCommands();
  useCommand('imports.pickFolder', imports.pickFolder);
  useCommand('imports.pickFiles', imports.pickFiles);
  useCommand('imports.addSamples', imports.addSamples);
  const packages = useOpenPackage();
  useCommand('packages.open', packages.open);
  useArrivals(packages.tell);
  const manifests = useManifests();
  useCommand('manifests.pick', manifests.pick);
  useCommand('manifests.openLatest', manifests.openLatest);
  useCommand('manifests.saveTemplate', () => manifests.saveTemplate('xlsx'));
  const begun = newBook.use();
  useCommand('layouts.new', () => newBook.set({}));
  useCommand('help.shortcuts', () => setIsSheetOpen(true));
  const [isAddressBookOpen, setAddressBookOpen] = useState(false);
  useCommand('recipients.open', () => setAddressBookOpen(true));
  const [isHouseOpen, setIsHouseOpen] = useState(false);
  const hasHouse = usePrintHouse() !== null;
  useCommand('printHouse.open', hasHouse ? () => setIsHouseOpen(true) : null, t('ui.whyNot.noHouse'));
  const palette = usePalette();
  useCommand('activity.toggle', () => setIsActivityOpen(!isActivityOpen));
  useCommand('screen.filter', () => document.querySelector<HTMLInputElement>('[data-filter]')?.focus());
  useCommand('pane.next', () => focusPane(1));
  useCommand('pane.previous', () => focusPane(-1));
  return (
    <div className={styles.frame} data-live={isLive || undefined}>
      <Rail section={section} />
      <main className={styles.main} tabIndex={-1} aria-label={t(`ui.section.${section}`)} data-pane="main">
        <FinishNotice finish={status.finish} />
        <ServiceNotice status={status} />
        {status.connection !== null && (
          <RefusedNotice key={status.connection.connectionId} connection={status.connection} />
        )}
        <div className={styles.screen}>
          <Screen key={section} />
        </div>
        {isActivityOpen && <ActivityDrawer bookId={chosenBook} onClose={() => setIsActivityOpen(false)} />}
      </main>
      <StatusBar />
      <LiveRegion />
      <ExportNews onShowBook={showBook} />
      <UpdateNews />
      <UndoCommands />
      <QueueCommands />
      <SwitchEnvironment />
      <PrintGateSheet />
      <AlikeSheet onShowBook={showBook} />
      <ManifestSheet />
      <OrderReviewSheet onShowOrders={() => goTo('orders')} />
      {begun !== null && (
        <NewBookSheet
          begun={begun}
          onClose={() => newBook.set(null)}
          onMade={(bookId) => {
            newBook.set(null);
            if (begun.pictures !== undefined) {
              picturesToTake.set({ bookId, importId: begun.pictures.importId });
              shownImport.set(null);
            }
            openLayout(bookId);
          }}
        />
      )}
      <DropArea
        into={layoutBook === null ? 'library' : 'layout'}
        onDrop={
          layoutBook === null
            ? (files) => {
                for (const file of files.filter(isPackage)) packages.drop(file);
                const others = files.filter((file) => !isPackage(file));
                if (others.length > 0) imports.drop(others);
              }
            : (files, on) => takeIntoLayout(layoutBook, files, on)
        }
      />
      {isAddressBookOpen && <AddressBook onClose={() => setAddressBookOpen(false)} />}
      {palette.isOpen && <CommandPalette onClose={palette.close} onChoose={palette.choose} />}
      {isHouseOpen && <SimulatorSheet onClose={() => setIsHouseOpen(false)} />}
      {isSheetOpen && <ShortcutSheet onClose={() => setIsSheetOpen(false)} />}
    </div>
  );
}

function showBook(bookId: string): void {
  librarySelection.set(selectOne(bookId));
  goTo('library');
}

/** Dropped pictures and folders go into the book that is open; pages of PDFs onto its pages, from the spread on that they were dropped on. */
function takeIntoLayout(bookId: string, files: readonly File[], on: EventTarget | null): void {
  const placeAt = placeUnder(on);
  layoutDropped(bookId, files).then(
    ({ intakeId }) => picturesToTake.set({ bookId, intakeId, placeAt }),
    (error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
  );
}

/** A selection, an undo, an open review or a question before books go out never goes over to another connection. */
function useCleanSlate(): void {
  useEffect(
    () => () => {
      librarySelection.set(NO_SELECTION);
      queueSelection.set(NO_SELECTION);
      forgetSteps();
      shownImport.set(null);
      openManifest.set(null);
      alikeOffer.set(null);
      foldOrders(null);
      closeOrderReview();
      printQuestion.set(null);
    },
    [],
  );
}

function usePalette() {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<Command | null>(null);
  useCommand('help.palette', () => setIsOpen(true));
  useEffect(() => {
    if (chosen === null) return undefined;
    // Once the focus has gone back to where it came from: a command may want it elsewhere.
    const timer = setTimeout(() => {
      setChosen(null);
      const [screen] = screensOf(chosen) ?? [];
      if (!isTaken(chosen) && screen !== undefined && goesToItsScreen(chosen)) goTo(screen);
      runWhenTaken(chosen);
    }, FOCUS_RETURNS_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  const close = () => setIsOpen(false);
  const choose = (command: Command) => {
    setIsOpen(false);
    setChosen(command);
  };
  return { isOpen, close, choose };
}

function useSectionCommands(): void {
  useCommand('go.library', () => goTo('library'));
  useCommand('go.queue', () => goTo('queue'));
  useCommand('go.orders', () => goTo('orders'));
  useCommand('go.credit', () => goTo('credit'));
  useCommand('go.specs', () => goTo('specs'));
  useCommand('go.settings', () => goTo('settings'));
  const showOrders = (fold: OrderFold) => () => {
    foldOrders(fold);
    goTo('orders');
  };
  useCommand('orders.showLate', showOrders('late'));
  useCommand('orders.showChanged', showOrders('changed'));
  useCommand('orders.showFailed', showOrders('ERROR'));
  useCommand('orders.showWaiting', showOrders('PAID_AWAITING_CONTENT'));
}

/** Moves the focus to the next of rail, content, inspector and status bar, or to the one before. */
function focusPane(way: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane === document.body,
  );
  const at = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  // From nowhere both ways begin at an end.
  const current = at < 0 && way === -1 ? panes.length : at;
  for (let step = 1; step <= panes.length; step += 1) {
    const pane = panes.at((current + way * step) % panes.length);
    const target = pane?.querySelector<HTMLElement>(
      '[data-table], [tabindex="0"]:not([role="separator"]), button:not([disabled]), input',
    );
    if (target !== null && target !== undefined) {
      target.focus();
      return;
    }
  }
}
