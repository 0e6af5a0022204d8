import { keepFirstView } from '@portal/shared-auth';
import { type FirstViewSource, todayInJapan } from '@portal/shared-contract';
import { SLOT } from '@portal/shared-contract/first-view';

const DAY_MS = 86_400_000;
/** What formats read of a member's name, and by what the view knows whose it is. */
const NAMES = ['id', 'first_name', 'last_name'];

/**
 * Keeps what the page's first view has shown, so that the next one shows it before the network has answered: of each answer
 * the fields that the view names, and as many items of a list as it draws. It ends when the passes do.
 */
export async function keepShownFirstView(
  { pathname, templates, answers }: FirstViewSource,
  now = new Date(),
): Promise<void> {
  const { id } = (answers.get('/userinfo') ?? {}) as { id?: string };
  if (!id) return;
  const shown = shownFields(templates);
  const kept = [...answers].map(([address, answer]) => [address, fieldsOf(answer, shown)] as const);
  const tomorrow = todayInJapan(new Date(+now + DAY_MS));
  await keepFirstView(pathname, Object.fromEntries(kept), {
    subject: id,
    until: Date.parse(`${tomorrow}T23:59:59+09:00`),
  });
}

type Shown = { readonly names: ReadonlySet<string>; readonly most: number };

/** The names of fields in the slots and conditions of a view, and the length of its longest list. */
function shownFields(templates: FirstViewSource['templates']): Shown {
  const markup = templates.map(({ innerHTML }) => innerHTML).join('');
  const slots = [...markup.matchAll(SLOT)].map(([, , , path = '']) => path);
  const places = [...markup.matchAll(/ data-(?:if|list)="([^"]*)"/g)]
    .flatMap(([, value = '']) => value.split(' '))
    .map((place) => place.slice(place.lastIndexOf('#') + 1));
  const lengths = [...markup.matchAll(/ data-max="(\d+)"/g)].map(([, max]) => Number(max));
  const names = [...slots, ...places].flatMap((path) => path.split('.'));
  return { names: new Set([...NAMES, ...names]), most: Math.max(0, ...lengths) };
}

function fieldsOf(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value)) return value.slice(0, shown.most).map((one) => fieldsOf(one, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => shown.names.has(name))
      .map(([name, one]) => [name, fieldsOf(one, shown)]),
  );
}
