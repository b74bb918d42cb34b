import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MeasureField } from './mm-field.tsx';

it('sets nothing when a measure is emptied, and shows the former one again', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onChange = vi.fn<(value: number) => void>();
  root.render(<MeasureField label="X" unit="mm" value={12.5} onChange={onChange} />);
  const field = page.getByRole('textbox', { name: 'X' });
  await field.fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('12.5');
  expect(onChange).not.toHaveBeenCalled();
  root.unmount();
  place.remove();
});
