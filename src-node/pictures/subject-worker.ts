import type { PictureSubject } from '../../src-core/composition/bound-values.ts';
import type { FaceNet } from '../../src-core/faces/face-net.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { findSubject } from './find-subject.ts';
import { openFaceNet } from './picture-faces.ts';
import type { SubjectTask } from './subject-task.ts';

const nets = new Map<string, Promise<FaceNet>>();

answerTasks(async ({ picture, facesFolder }: SubjectTask): Promise<PictureSubject> => {
  const net = nets.get(facesFolder) ?? openFaceNet(facesFolder);
  nets.set(facesFolder, net);
  return findSubject(await net, picture);
});
