import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, Icon, Inline, Stack, Text } from '@portal/kit/ui';
import { useEffect, useRef, useState } from 'react';
import Cropper, { type Point } from 'react-easy-crop';
import { css } from '#css';
import { type Area, cropPhoto, PHOTO_ASPECT } from './crop.ts';

type Props = {
  readonly picture: HTMLImageElement;
  /** The file of the picture, as it was chosen. The server turns it and makes it smaller. */
  readonly file: Blob;
  readonly onDone: (photo: Blob) => void;
  readonly onCancel: () => void;
};

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.1;
/** How far one press of an arrow key moves the picture. */
const KEY_STEP_PX = 8;
const QUARTER = 90;

/** Crops the photo: finger, mouse and arrow keys move it; pinch, wheel and slider zoom; two fingers rotate. */
export function PhotoEditor({ picture, file, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const help = useRef<HTMLElement>(null);
  // The field that was pressed has gone.
  useEffect(() => help.current?.focus(), []);

  async function confirm(): Promise<void> {
    if (!area || busy) return;
    setBusy(true);
    setFailed(false);
    try {
      onDone(await cropPhoto(picture, area, rotation));
    } catch {
      setFailed(true);
      setBusy(false);
    }
  }
  const rotateBy = (degrees: number) => setRotation((now) => (now + degrees + 360) % 360);

  return (
    <Stack>
      <section
        ref={help}
        tabIndex={-1}
        aria-label={t`Your picture`}
        aria-describedby="photo-editor-help"
      >
        <Text id="photo-editor-help" size="sm" tone="muted">
          <Trans>
            Put the face in the middle of the frame. Move the picture with a finger, the mouse or
            the arrow keys.
          </Trans>
        </Text>
      </section>
      <div className={stage}>
        <Cropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          aspect={PHOTO_ASPECT}
          maxZoom={MAX_ZOOM}
          keyboardStep={KEY_STEP_PX}
          showGrid={false}
          disableAutomaticStylesInjection
          classes={{
            containerClassName: container,
            mediaClassName: media,
            cropAreaClassName: frame,
          }}
          cropperProps={{
            role: 'application',
            'aria-label': t`Part of the picture`,
            'aria-describedby': 'photo-editor-help',
          }}
          mediaProps={{ alt: t`Your picture` }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onRotationChange={setRotation}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
        />
      </div>
      <div className={tools}>
        <label className={slider}>
          <span>
            <Trans>Size</Trans>
          </span>
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={ZOOM_STEP}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
        <Inline>
          <Button
            variant="outline"
            size="icon"
            aria-label={t`Turn left`}
            onClick={() => rotateBy(-QUARTER)}
          >
            <Icon name="turn-left" />
          </Button>
          <Button
            variant="outline"
            size="icon"
            aria-label={t`Turn right`}
            onClick={() => rotateBy(QUARTER)}
          >
            <Icon name="turn-right" />
          </Button>
        </Inline>
      </div>
      {failed && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" variant="outline" onClick={() => onDone(file)}>
              <Trans>Use the whole picture</Trans>
            </Button>
          }
        >
          <Trans>
            Your browser could not cut this picture out. Try again, or use the whole picture.
          </Trans>
        </Banner>
      )}
      <Inline>
        <Button wide="onPhone" busy={busy} onClick={() => void confirm()}>
          <Trans>Use this photo</Trans>
        </Button>
        <Button variant="outline" wide="onPhone" onClick={onCancel}>
          <Trans>Choose another one</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}

const stage = css({
  position: 'relative',
  width: 'full',
  height: 'min(26rem, 60dvh)',
  borderRadius: 'md',
  overflow: 'hidden',
  background: 'fixed.ink',
});
// The cropper would insert its own <style>, which the Content Security Policy forbids.
const container = css({
  position: 'absolute',
  inset: '0',
  overflow: 'hidden',
  userSelect: 'none',
  touchAction: 'none',
  cursor: 'move',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
});
const media = css({
  position: 'absolute',
  inset: '0',
  m: 'auto',
  maxWidth: 'full',
  maxHeight: 'full',
  willChange: 'transform',
});
const frame = css({
  position: 'absolute',
  insetInlineStart: '50%',
  top: '50%',
  transform: 'translate(-50%, -50%)',
  boxSizing: 'border-box',
  overflow: 'hidden',
  border: '3px solid token(colors.fixed.white)',
  borderRadius: 'md',
  boxShadow: '0 0 0 9999em token(colors.fixed.veil)',
  '&:focus-visible': { outline: '3px solid token(colors.focus)', outlineOffset: '3px' },
});
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4',
});
const slider = css({
  flex: '1 1 12rem',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'target',
  '& input': { flex: '1', accentColor: 'token(colors.accent)', minHeight: 'target' },
});
