import { writeSync } from 'node:fs';
import type { StepLine } from '../../../src-core/layout/history.ts';
import { LayoutProject } from '../../../src-main/desk/layouts/layout-project.ts';
import { ProjectFolder } from '../../../src-main/desk/layouts/project-folder.ts';
import { titled } from '../../../src-main/desk/layouts/testing/sample-project.ts';
import { systemClock, systemIds } from '../../../src-main/desk/system-ports.ts';

/** Writes a project until it is killed, and says the number of each step as soon as it is kept. Step n gives the title `step n`. */
const [path = ''] = process.argv.slice(2);
const project = LayoutProject.open(new ProjectFolder(path), {
  clock: systemClock,
  ids: systemIds,
  log: { write: () => undefined },
});
if (project.readOnly !== null) throw new Error(project.readOnly.key);
for (let batch = 0; ; batch += 1) {
  const lines: StepLine[] = [];
  for (let now = project.document, left = 1 + (batch % 9); left > 0; left -= 1) {
    const { line, after } = titled(now, `step ${now.steps + 1}`);
    lines.push(line);
    now = after;
  }
  writeSync(1, `${project.append(project.steps, lines)}\n`);
}
