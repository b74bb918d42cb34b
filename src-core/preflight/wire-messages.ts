import type { Finding } from './finding.ts';

/**
 * The lines of `errors` with which the service refuses a PDF, in Korean as the public service gives them
 * (service-facts 2.2): measured and allowed values with one decimal, the tolerance as `+/-1mm`. A measured value that would look
 * allowed with one has as many as tell them apart.
 */
export function wireMessages(findings: readonly Finding[]): string[] {
  return findings.filter((found) => found.severity === 'block' || found.severity === 'notChecked').map(wireMessage);
}

function wireMessage({ ruleId, kind, params, measured, allowed, tolerance, pages }: Finding): string {
  const file = kind === 'cover' ? '표지' : '내지';
  switch (ruleId) {
    case 'file.empty':
      return `${file} PDF 파일이 비어 있습니다`;
    case 'file.signature':
      return `${file} 파일이 PDF 형식이 아닙니다 (%PDF- 서명 없음)`;
    case 'file.size':
      return `${file} PDF 파일이 너무 큽니다 (최대 ${params['limitMb']}MB)`;
    case 'file.encrypted':
      return `${file} PDF가 암호로 보호되어 있어 읽을 수 없습니다`;
    case 'cover.pageCount':
      return `표지 PDF 페이지 수가 올바르지 않습니다 (필요: 1p, 업로드: ${params['pages']}p)`;
    case 'contents.pageCount':
      return `내지 PDF 페이지 수가 올바르지 않습니다 (필요: ${params['expected']}p${inBookPages(params['pageCount'], params['expected'])}, 업로드: ${params['pdfPages']}p${inBookPages(params['bookPages'], params['pdfPages'])})`;
    case 'size.width':
    case 'size.height': {
      const axis = ruleId === 'size.width' ? '가로' : '세로';
      return `${file} PDF ${axis} 크기가 올바르지 않습니다 (실제: ${refusedMm(measured?.value ?? 0, allowed?.value ?? 0, tolerance?.value ?? 0)}mm, 허용: ${(allowed?.value ?? 0).toFixed(1)}mm (+/-${tolerance?.value}mm)${pagesInWords(kind, pages)})`;
    }
    case 'file.notChecked':
      // Nothing is wrong with a file on a drive that failed.
      if (params['reason'] === 'readFailed') return `${file} PDF를 읽을 수 없습니다`;
      return `${file} PDF의 구조가 파일 크기에 비해 지나치게 복잡하여 확인할 수 없습니다. PDF를 다시 내보내기(저장)하여 업로드하세요`;
    default:
      return `${file} PDF를 읽을 수 없습니다`;
  }
}

/** LAYFLAT: a PDF page is a spread, so both counts are told (specification, "Binding LAYFLAT"). */
function inBookPages(bookPages: unknown, ofPdf: unknown): string {
  return bookPages === ofPdf ? '' : ` = 책 ${String(bookPages)}페이지`;
}

/** Runs of pages, so that a thousand of them are a line: `, 페이지: 3-5, 9`. A cover is one page. */
function pagesInWords(kind: Finding['kind'], pages: Finding['pages']): string {
  if (kind === 'cover' || pages === null) return '';
  const runs: { first: number; last: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && page === run.last + 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  const words = runs
    .slice(0, RUNS_SHOWN)
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  return `, 페이지: ${words.join(', ')}${runs.length > RUNS_SHOWN ? ` 외 ${runs.slice(RUNS_SHOWN).reduce((sum, { first, last }) => sum + last - first + 1, 0)}p` : ''}`;
}

/** Every other page of a thousand is no list that anyone reads. */
const RUNS_SHOWN = 20;

const MOST_DECIMALS = 4;
/** Far below the last decimal that is shown. */
const ROUNDING_MM = 1e-9;

function refusedMm(measuredMm: number, allowedMm: number, toleranceMm: number): string {
  let decimals = 1;
  const looksAllowed = () => Math.abs(Number(measuredMm.toFixed(decimals)) - allowedMm) <= toleranceMm + ROUNDING_MM;
  while (decimals < MOST_DECIMALS && looksAllowed()) decimals += 1;
  return measuredMm.toFixed(decimals);
}
