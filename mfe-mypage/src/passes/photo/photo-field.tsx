import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { announce, Button, Icon, Inline, Skeleton, Stack } from '@portal/shared-ui';
import { FieldError, fieldId, Problem, RequiredMark } from '@portal/shared-ui/forms';
import {
  type ChangeEvent,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { css } from '#css';
import { HolderPhoto } from '../holder-photo.tsx';
import { readPicture } from './crop.ts';
import { FileButton } from './file-button.tsx';
import { Sending } from './sending.tsx';
import { uploadPhoto } from './upload-photo.ts';

/** A photo that the server has, and an address to show it by for some minutes. */
export type KeptPhoto = { readonly photo_id: string; readonly url: string };

type Props = {
  readonly value: KeptPhoto | null;
  readonly onChange: (photo: KeptPhoto | null) => void;
  readonly error?: string | undefined;
  /** A picture is being cut or sent: what leads on can wait. */
  readonly onWorking?: (working: boolean) => void;
};

const PhotoEditor = lazy(async () => ({
  default: (await import('./photo-editor.tsx')).PhotoEditor,
}));

const NAME = 'photo_id';
const UNREADABLE = msg`This picture cannot be read here. Please choose a JPEG or PNG picture.`;
const SERVER_FOUND = {
  'photo.type': UNREADABLE,
  'photo.damaged': UNREADABLE,
  'photo.dimensions': msg`This picture is too small or too large. Please choose another one.`,
} as const;

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'cutting'; readonly picture: HTMLImageElement }
  | { readonly at: 'sending'; readonly photo: Blob; readonly share: number }
  | { readonly at: 'failed'; readonly photo: Blob; readonly error: ApiError };

/** A photo by camera or file: cut, turned, and sent at once, so that a reload does not lose it. */
export function PhotoField({ value, onChange, error, onWorking }: Props): ReactElement {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<State>({ at: 'rest' });
  const [unreadable, setUnreadable] = useState(false);
  const sending = useRef<AbortController>(undefined);
  const id = fieldId(NAME);
  useEffect(() => () => sending.current?.abort(), []);
  const working = state.at === 'cutting' || state.at === 'sending';
  useEffect(() => onWorking?.(working), [working, onWorking]);
  const picture = state.at === 'cutting' ? state.picture : undefined;
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.src)), [picture]);

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    // The same file chosen again is a change too.
    currentTarget.value = '';
    if (!file) return;
    setUnreadable(false);
    const address = URL.createObjectURL(file);
    try {
      setState({ at: 'cutting', picture: await readPicture(address) });
    } catch {
      URL.revokeObjectURL(address);
      setUnreadable(true);
    }
  }

  async function upload(photo: Blob): Promise<void> {
    const own = new AbortController();
    sending.current = own;
    setState({ at: 'sending', photo, share: 0 });
    const answer = await uploadPhoto(photo, {
      signal: own.signal,
      onProgress: (share) => setState({ at: 'sending', photo, share }),
    });
    if (own.signal.aborted) return;
    if (!answer.ok) return setState({ at: 'failed', photo, error: answer.error });
    setState({ at: 'rest' });
    announce(t`The photo has been added.`);
    onChange(answer.data);
  }
  function stop(): void {
    sending.current?.abort();
    setState({ at: 'rest' });
  }

  if (state.at === 'cutting') {
    return (
      <Suspense fallback={<Skeleton shape="block" />}>
        <PhotoEditor
          picture={state.picture}
          onDone={(photo) => void upload(photo)}
          onCancel={() => setState({ at: 'rest' })}
        />
      </Suspense>
    );
  }
  const found = state.at === 'failed' ? foundByServer(state.error) : undefined;
  const wrong = unreadable ? i18n._(UNREADABLE) : found ? i18n._(found) : error;
  return (
    <fieldset
      id={id}
      className={field}
      aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
    >
      <legend className={legend}>
        <Trans>Photo</Trans> <RequiredMark />
      </legend>
      <div className={row}>
        <HolderPhoto src={value?.url ?? null} alt={t`The photo you have added`} size="lg" />
        <Stack gap="sm">
          <p id={`${id}-hint`} className={hint}>
            <Trans>
              The face from the front, without a hat or sunglasses, nobody else in the picture.
            </Trans>
          </p>
          {state.at === 'sending' ? (
            <Sending share={state.share} onStop={stop} />
          ) : (
            <Inline>
              <FileButton camera onChoose={choose} describedBy={wrong && `${id}-error`}>
                <Icon name="camera" />
                <Trans>Take a photo</Trans>
              </FileButton>
              <FileButton onChoose={choose} describedBy={wrong && `${id}-error`}>
                <Icon name="picture" />
                {value ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
              </FileButton>
            </Inline>
          )}
        </Stack>
      </div>
      <div role="alert">{wrong && <FieldError id={id}>{wrong}</FieldError>}</div>
      {state.at === 'failed' && !found && (
        <Problem
          error={state.error}
          action={
            <Button variant="outline" size="sm" onClick={() => void upload(state.photo)}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
    </fieldset>
  );
}

function foundByServer(error: ApiError) {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'request.too_large') return SERVER_FOUND['photo.dimensions'];
  const key = error.descriptions?.photo?.[0];
  return key && Object.hasOwn(SERVER_FOUND, key)
    ? SERVER_FOUND[key as keyof typeof SERVER_FOUND]
    : undefined;
}

const field = css({ display: 'grid', gap: '3' });
const legend = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  mb: '2',
  fontWeight: 'bold',
  color: 'ink',
});
const row = css({
  display: 'grid',
  gap: '5',
  alignItems: 'center',
  justifyItems: { base: 'center', sm: 'start' },
  gridTemplateColumns: { base: '1fr', sm: 'auto 1fr' },
});
const hint = css({ textStyle: 'note', color: 'ink.muted' });
