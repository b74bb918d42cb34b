import { useEffect, useState, useTransition } from 'react';

/**
 * The latest value, drawn in slices between which the window answers: what changes ten times a second on a screen of thousands of rows
 * holds up no key and no click. A newer value waits for the drawing that has begun. What else is drawn meanwhile makes that begin anew,
 * but not for longer than five seconds: then React draws it at once. What takes the value has to be a `memo`: it is drawn again with
 * the former one first.
 */
export function useInSlices<Value extends object | undefined>(latest: Value): Value {
  const [drawn, setDrawn] = useState(latest);
  const [isDrawing, startDrawing] = useTransition();
  useEffect(() => {
    if (!isDrawing && drawn !== latest) startDrawing(() => setDrawn(latest));
  }, [drawn, latest, isDrawing]);
  return drawn;
}
