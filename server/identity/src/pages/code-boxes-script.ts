/**
 * Draws one box per digit over the code field (`data-boxes`), as the portal does
 * (`shared-ui/src/lazy/pin-input.tsx`): the one field stays, under the boxes, so that pasting, the
 * phone's autofill, full-width digits and screen readers work. The last digit submits the form.
 * Without the script it is an ordinary field.
 */
export const CODE_BOXES_SCRIPT = `
const field = document.querySelector('input[data-boxes]');
const length = Number(field.dataset.boxes);
const boxes = Array.from({ length }, () => {
  const box = document.createElement('span');
  box.setAttribute('aria-hidden', 'true');
  box.toggleAttribute('data-invalid', field.getAttribute('aria-invalid') === 'true');
  return box;
});
field.before(...boxes);
field.parentElement.classList.add('boxes');
const wasWrong = field.getAttribute('aria-invalid') === 'true';
let code = '';
const draw = () => {
  const digits = [...field.value];
  const caret = document.activeElement === field
    ? Math.min(field.selectionStart ?? 0, length - 1)
    : -1;
  boxes.forEach((box, at) => {
    box.textContent = digits[at] ?? '';
    box.toggleAttribute('data-current', at === caret);
  });
};
const settle = (event) => {
  const typed = field.value.normalize('NFKC').replace(/\\D/g, '').slice(0, length);
  if (field.value !== typed) field.value = typed;
  const changed = typed !== code;
  code = typed;
  draw();
  if (!changed || code.length < length) return;
  // A password manager that fills in the same wrong code by itself would use up the tries.
  if (wasWrong && !event.isTrusted) return;
  field.form.requestSubmit();
};
field.addEventListener('input', (event) => (event.isComposing ? draw() : settle(event)));
field.addEventListener('compositionend', settle);
for (const event of ['focus', 'blur', 'keyup']) field.addEventListener(event, draw);
document.addEventListener('selectionchange', draw);
draw();
`;
