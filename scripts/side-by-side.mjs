/**
 * Runs all stages, as many beside each other as have room: `cores` says what each takes of it, `after` which others have
 * to have ended before (those that are not among the stages are not waited for). They are begun in their order, but none
 * waits for one before it that has no room yet; one that takes more than there is runs alone, and one that a late run leaves out
 * (`lateMs`) overtakes none that every run holds. Answers what `run` answered,
 * in the order of the stages.
 */
export function sideBySide(stages, room, run) {
  const waiting = new Set(stages);
  const running = new Set();
  const results = new Map();
  const mayBegin = ({ cores, after = [], lateMs }) => {
    if (lateMs !== undefined && [...waiting].some((one) => one.lateMs === undefined)) return false;
    if ([...waiting, ...running].some(({ name }) => after.includes(name))) return false;
    const taken = [...running].reduce((sum, one) => sum + one.cores, 0);
    return running.size === 0 || taken + cores <= room;
  };
  return new Promise((settle, failed) => {
    const begin = () => {
      if (results.size === stages.length) settle(stages.map((stage) => results.get(stage)));
      for (const stage of waiting) {
        if (!mayBegin(stage)) continue;
        waiting.delete(stage);
        running.add(stage);
        run(stage).then((result) => {
          running.delete(stage);
          results.set(stage, result);
          begin();
        }, failed);
      }
    };
    begin();
  });
}
