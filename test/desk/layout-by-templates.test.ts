import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Template } from '../../src-core/contract/templates.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import {
  addEntries,
  removeEntries,
  setCoverTemplate,
  setEntryValues,
} from '../../src-core/layout/operations/entries.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { findSubject } from '../../src-node/pictures/find-subject.ts';
import { openFaceNet } from '../../src-node/pictures/picture-faces.ts';
import { openTypefaces } from '../../src-node/typefaces/open-typefaces.ts';
import { postContents, postCover } from '../acceptance/composing.ts';
import { finalize, newBook, RENDERED_WITHIN_MS } from '../acceptance/journeys.ts';
import { startService } from '../acceptance/service.ts';
import { until } from './support/desk-bench.ts';
import { LayoutBench } from './support/layout-bench.ts';

const run = promisify(execFile);
const FONTS = resolve('resources/fonts');
const day = { year: 2026, month: 12, date: 1 };

let bench: LayoutBench;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
});
afterEach(() => bench.close());

const measured = async () => (await openTypefaces(FONTS)).measure;

async function template(theme: string, name: string): Promise<Template> {
  const { spec } = await bench.document();
  const all = await bench.desk.handlers['layouts.templates']({ spec: JSON.stringify(spec) });
  const found = all.find((one) => one.theme === theme && one.templateName === name);
  if (found === undefined) throw new Error(`there is no ${name} of ${theme}`);
  return found;
}

/** Photographs with somebody in them and without. */
const SHOTS = ['astronaut.png', 'coffee.png', 'rocket.png', 'chelsea.png'] as const;

async function takeIn(...names: readonly (typeof SHOTS)[number][]): Promise<void> {
  for (const name of names) copyFileSync(resolve('test/fixtures/faces', name), join(bench.shots, name));
  await bench.place(await bench.takeAll());
}

/** The desk looks for a picture's subject in its preview, the service in the picture: here both are to have found the same. */
async function lookAsTheServiceDoes(): Promise<void> {
  const net = await openFaceNet(resolve('resources/faces'));
  const { pictures } = await bench.document();
  const looked = await Promise.all(
    Object.entries(pictures).map(async ([key, picture]) => {
      const { faces, attention } = await findSubject(net, join(bench.shots, picture.name));
      return [key, { ...picture, faces, attention }] as const;
    }),
  );
  await bench.change((document) => ({ ...document, pictures: Object.fromEntries(looked) }));
}

async function exported(): Promise<{ readonly state: string; readonly problem: unknown }> {
  const { steps } = await bench.document();
  const wanted = { bookId: bench.bookId, steps, maxPpi: 360, colours: 'kept' } as const;
  const { exportId } = await bench.desk.handlers['layouts.export'](wanted);
  const ended = await until(
    () => bench.desk.handlers['layouts.exportState']({ exportId }),
    (one) => one?.state !== 'running',
    90_000,
  );
  if (ended === null) throw new Error('there is no such export');
  return ended;
}
const made = (kind: string): string => join(bench.project, 'exports/0001', `${kind}.pdf`);

const nameOf = ({ pictures }: LayoutDocument, key: string): string => pictures[key]?.name ?? '';
const keyNamed = ({ pictures }: LayoutDocument, name: string): string =>
  Object.keys(pictures).find((key) => pictures[key]?.name === name) ?? '';

/** Every page as poppler draws it. */
async function drawn(pdf: string, as: string): Promise<readonly Buffer[]> {
  const prefix = join(bench.folder, as);
  await run('pdftoppm', ['-r', '72', pdf, prefix]);
  const names = readdirSync(bench.folder).filter((name) => name.startsWith(`${as}-`));
  return names.sort().map((name) => readFileSync(join(bench.folder, name)));
}

it('a book that is made by templates is, page for page, the one that the service renders of the same', async () => {
  const service = await startService();
  try {
    await takeIn(...SHOTS);
    await lookAsTheServiceDoes();
    const measure = await measured();
    const profile = await template('졸업앨범', '내지_소개');
    const faces = await template('졸업앨범', '내지_얼굴');
    const cover = await template('졸업앨범', '표지');
    const coverValues = { title: '우리 반', school: '햇살초 6학년 3반', spineTitle: '우리 반', names: '김하나 이두리' };
    const people = Array.from({ length: 23 }, (_, at) => ({
      name: `학생 ${at + 1}`,
      memo: '언제나 웃는 얼굴로. '.repeat((at % 4) + 1),
      shot: SHOTS[at % 4] ?? '',
    }));
    const group = { className: '3반', name1: '김하나', name2: '이두리' };
    await bench.change((document) => {
      const key = (name: string) => [keyNamed(document, name)];
      const values = people.map(({ shot, ...texts }) => ({ ...texts, photo: key(shot) }));
      const covered = done(
        setCoverTemplate(
          document,
          { template: cover, day, values: { ...coverValues, classPhoto: key('astronaut.png') } },
          measure,
        ),
      );
      const begun = done(addEntries(covered, { template: profile, values, before: null, day }, measure));
      const faced = { ...group, photo1: key('astronaut.png'), photo2: key('chelsea.png') };
      return done(addEntries(begun, { template: faces, values: [faced], before: null, day }, measure));
    });
    expect((await bench.document()).themed).toMatchObject({ pages: 24 });
    expect(await exported()).toMatchObject({ state: 'done', problem: null });

    // The same, as a partner sends it.
    const host = service.sandbox;
    const bookUid = await newBook(host, { creationType: 'TEMPLATE', bookSpecUid: 'SQUAREBOOK_HC', title: 'Kim & Lee' });
    const file = (variable: string, name: string): [string, Uint8Array<ArrayBuffer>] => [
      variable,
      new Uint8Array(readFileSync(join(bench.shots, name))),
    ];
    const sent = await postCover(host, bookUid, {
      templateUid: cover.templateUid,
      parameters: coverValues,
      files: [file('classPhoto', 'astronaut.png')],
    });
    expect(sent.status, sent.text).toBe(201);
    for (const { shot, ...parameters } of people) {
      const { templateUid } = profile;
      const added = await postContents(host, bookUid, { templateUid, parameters, files: [file('photo', shot)] });
      expect(added.status, added.text).toBe(201);
    }
    const files = [file('photo1', 'astronaut.png'), file('photo2', 'chelsea.png')];
    const last = await postContents(host, bookUid, { templateUid: faces.templateUid, parameters: group, files });
    expect(last.status, last.text).toBe(201);
    expect((await finalize(host, bookUid)).status).toBe(201);
    for (const kind of ['cover', 'contents'] as const) {
      const pdf = await until(
        () => fetch(`${host.url}/books/${bookUid}/pdf-${kind}`, { headers: { authorization: `Bearer ${host.key}` } }),
        ({ status }) => status !== 409,
        RENDERED_WITHIN_MS,
      );
      expect(pdf.status).toBe(200);
      const theirs = join(bench.folder, `service-${kind}.pdf`);
      writeFileSync(theirs, Buffer.from(await pdf.arrayBuffer()));
      const [own, rendered] = [await drawn(made(kind), `own-${kind}`), await drawn(theirs, `theirs-${kind}`)];
      expect(rendered.length).toBe(kind === 'cover' ? 1 : 24);
      expect(own.map((page, at) => page.equals(rendered[at] ?? Buffer.alloc(0)))).toEqual(rendered.map(() => true));
    }
    const { stdout } = await run('pdftotext', ['-f', '7', '-l', '7', made('contents'), '-']);
    expect(stdout).toContain('학생 7');
  } finally {
    await service.dispose();
  }
});

it('what an entry lacks keeps the PDFs from being made, and is named; a proof shows the book as far as it is', async () => {
  await takeIn('astronaut.png', 'rocket.png');
  const measure = await measured();
  const profile = await template('졸업앨범', '내지_소개');
  await bench.change((document) =>
    done(
      addEntries(
        document,
        {
          template: profile,
          values: [{ name: '김하나', photo: [keyNamed(document, 'rocket.png')] }, { name: '이두리' }],
          before: null,
          day,
        },
        measure,
      ),
    ),
  );
  const problem = { key: 'desk.export.entryUnfinished', params: { number: 2, template: '내지_소개', field: '사진' } };
  expect(await exported()).toMatchObject({ state: 'failed', problem });
  expect(await bench.prove()).toMatchObject({ problem: null, proofs: [{ number: 1 }] });
  // Behind a restart the entries are there, and what is missing can be given.
  await bench.openAgain();
  await bench.change((document) => {
    const [, entryId = ''] = document.themed?.order ?? [];
    return done(
      setEntryValues(document, { entryId, values: { photo: [keyNamed(document, 'astronaut.png')] } }, measure),
    );
  });
  expect(await exported()).toMatchObject({ state: 'done' });
  await bench.change((document) => {
    const [entryId = ''] = document.themed?.order ?? [];
    return done(removeEntries(document, { entryIds: [entryId] }, measure));
  });
  const { themed, entries, pictures } = await bench.document();
  const [left] = Object.values(entries);
  expect([
    themed?.pages,
    left?.values.name,
    nameOf({ pictures } as LayoutDocument, (left?.values.photo as string[])[0] ?? ''),
  ]).toEqual([1, '이두리', 'astronaut.png']);
});

it('a picture of an entry whose file is gone is named before anything is made', async () => {
  await takeIn('astronaut.png', 'rocket.png');
  const measure = await measured();
  const profile = await template('졸업앨범', '내지_소개');
  await bench.change((document) => {
    const values = [{ name: '김하나', photo: [keyNamed(document, 'rocket.png')] }];
    return done(addEntries(document, { template: profile, values, before: null, day }, measure));
  });
  rmSync(join(bench.shots, 'rocket.png'));
  await expect(exported()).rejects.toMatchObject({
    code: 'LAYOUT_PICTURES',
    text: { params: { count: 1, names: 'rocket.png' } },
  });
});
