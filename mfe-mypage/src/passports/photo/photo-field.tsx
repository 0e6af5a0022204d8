import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '@portal/kit/api';
import {
  announce,
  Button,
  Icon,
  Inline,
  Skeleton,
  Stack,
  useFocusAfterChange,
} from '@portal/kit/ui';
import { ApiErrorBanner, FieldError, fieldId, RequiredMark } from '@portal/kit/ui/forms';
import {
  type ChangeEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { css } from '#css';
import { HolderPhoto } from '../holder-photo.tsx';
import { readPicture } from './crop.ts';
import { type UploadedPhoto, uploadPhoto } from './upload-photo.ts';

type Props = {
  readonly value: UploadedPhoto | null;
  readonly onChange: (photo: UploadedPhoto | null) => void;
  readonly error?: string | undefined;
  /** Called with true while a picture is being cropped or uploaded. */
  readonly onWorking?: (working: boolean) => void;
};

const PhotoEditor = lazy(async () => ({
  default: (await import('./photo-editor.tsx')).PhotoEditor,
}));

const NAME = 'photo_id';
const UNREADABLE = msg`This picture cannot be read here. Choose a JPEG or PNG picture.`;
const PHOTO_ERRORS = {
  'photo.type': UNREADABLE,
  'photo.damaged': UNREADABLE,
  'photo.dimensions': msg`This picture is too small or too large. Choose another one.`,
} as const;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'cropping'; readonly picture: HTMLImageElement; readonly file: Blob }
  | { readonly kind: 'uploading'; readonly photo: Blob; readonly progress: number }
  | { readonly kind: 'failed'; readonly photo: Blob; readonly error: ApiError };

/** A photo from the camera or a file: cropped, then uploaded at once, so that a reload does not lose it. */
export function PhotoField({ value, onChange, error, onWorking }: Props) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [unreadable, setUnreadable] = useState(false);
  const upload = useRef<AbortController>(undefined);
  const id = fieldId(NAME);
  useEffect(() => () => upload.current?.abort(), []);
  const place = useRef<HTMLFieldSetElement>(null);
  useFocusAfterChange(state.kind, () => place.current?.focus());
  const working = state.kind === 'cropping' || state.kind === 'uploading';
  useEffect(() => onWorking?.(working), [working, onWorking]);
  const picture = state.kind === 'cropping' ? state.picture : undefined;
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.src)), [picture]);

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    // Otherwise choosing the same file again fires no change event.
    currentTarget.value = '';
    if (!file) return;
    setUnreadable(false);
    const address = URL.createObjectURL(file);
    try {
      setState({ kind: 'cropping', picture: await readPicture(address), file });
    } catch {
      URL.revokeObjectURL(address);
      setUnreadable(true);
    }
  }

  async function send(photo: Blob): Promise<void> {
    const controller = new AbortController();
    upload.current = controller;
    setState({ kind: 'uploading', photo, progress: 0 });
    const answer = await uploadPhoto(photo, {
      signal: controller.signal,
      onProgress: (progress) => setState({ kind: 'uploading', photo, progress }),
    });
    if (controller.signal.aborted) return;
    if (!answer.ok) return setState({ kind: 'failed', photo, error: answer.error });
    setState({ kind: 'idle' });
    announce(t`The photo has been added.`);
    onChange(answer.data);
  }
  function cancelUpload(): void {
    upload.current?.abort();
    setState({ kind: 'idle' });
  }

  if (state.kind === 'cropping') {
    return (
      <Suspense fallback={<Skeleton shape="block" />}>
        <PhotoEditor
          picture={state.picture}
          file={state.file}
          onDone={(photo) => void send(photo)}
          onCancel={() => setState({ kind: 'idle' })}
        />
      </Suspense>
    );
  }
  const rejected = state.kind === 'failed' ? photoErrorOf(state.error) : undefined;
  const missing = working ? undefined : error;
  const wrong = unreadable ? i18n._(UNREADABLE) : rejected ? i18n._(rejected) : missing;
  return (
    <fieldset
      ref={place}
      tabIndex={-1}
      id={id}
      className={field}
      aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
    >
      <legend className={legend}>
        <Trans>Photo</Trans> <RequiredMark spoken />
      </legend>
      <div className={row}>
        <HolderPhoto src={value?.url ?? null} alt={t`The photo you have added`} size="lg" />
        <Stack gap="sm">
          <p id={`${id}-hint`} className={hint}>
            <Trans>
              Face the camera, without a hat or sunglasses, and with nobody else in the picture.
            </Trans>
          </p>
          {state.kind === 'uploading' ? (
            <UploadProgress progress={state.progress} onCancel={cancelUpload} />
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
      {/* The summary of the form says what is missing. */}
      {wrong && (
        <div role={wrong === error ? undefined : 'alert'}>
          <FieldError id={id}>{wrong}</FieldError>
        </div>
      )}
      {state.kind === 'failed' && !rejected && (
        <ApiErrorBanner
          error={state.error}
          action={
            <Button variant="outline" size="sm" onClick={() => void send(state.photo)}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
    </fieldset>
  );
}

/** The message for a photo that the server refused; undefined for any other error. */
function photoErrorOf(error: ApiError) {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'request.too_large') return PHOTO_ERRORS['photo.dimensions'];
  const key = error.descriptions?.photo?.[0];
  return key && Object.hasOwn(PHOTO_ERRORS, key)
    ? PHOTO_ERRORS[key as keyof typeof PHOTO_ERRORS]
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

/** Any image: whether the browser can decode it shows when it is loaded. */
const ACCEPTED = 'image/*';

type FileButtonProps = {
  readonly camera?: boolean;
  readonly onChoose: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
  readonly describedBy: string | undefined;
  readonly children: ReactNode;
};

function FileButton(props: FileButtonProps) {
  const { camera = false, onChoose, describedBy, children } = props;
  return (
    <label className={fileButton} data-camera={camera || undefined}>
      <input
        type="file"
        accept={ACCEPTED}
        {...(camera ? { capture: 'user' as const } : {})}
        aria-describedby={describedBy}
        onChange={(event) => void onChoose(event)}
        className={fileInput}
      />
      {children}
    </label>
  );
}

const fileButton = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: 'target',
  px: '5',
  border: '1px solid token(colors.outline)',
  borderRadius: 'md',
  background: 'surface',
  color: 'ink',
  fontWeight: 'medium',
  cursor: 'pointer',
  _hover: { background: 'sunken' },
  '&:focus-within': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  // A desktop opens the file dialog for `capture` too, so only touch devices show that button.
  '@media (pointer: fine)': { '&[data-camera]': { display: 'none' } },
});
const fileInput = css({
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  opacity: '0',
  cursor: 'pointer',
});

type UploadProgressProps = {
  /** From 0 to 1. */
  readonly progress: number;
  readonly onCancel: () => void;
};

/** The progress of an upload, with a button to cancel it (design §7.8). */
function UploadProgress({ progress, onCancel }: UploadProgressProps) {
  const { t } = useLingui();
  const percent = Math.round(progress * 100);
  return (
    <Stack gap="xs">
      <p role="status">
        <Trans>Sending the photo</Trans>
      </p>
      <div className={progressRow}>
        <progress max={100} value={percent} aria-label={t`Sending the photo`} className={bar} />
        <span aria-hidden="true">{percent} %</span>
      </div>
      <Inline>
        <Button variant="outline" size="sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}

const progressRow = css({ display: 'flex', alignItems: 'center', gap: '3' });
const bar = css({ width: '12rem', maxWidth: 'full', accentColor: 'token(colors.accent)' });
