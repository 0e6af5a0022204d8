import type { ApiError } from '@portal/shared-api';
import type { Notification } from '@portal/shared-contract';
import { DEFAULT_BRAND_NAME } from '@portal/shared-contract/brand-values';
import { useLocale } from '@portal/shared-routing';
import type { ReactElement, ReactNode } from 'react';
import * as ui from '../index.ts';
import * as forms from '../lazy/forms.ts';

/** What a module exports under a name that begins with a capital letter, as components do. */
type ComponentIn<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: never[]) => unknown
    ? Name extends Capitalize<Name & string>
      ? Name
      : never
    : never;
}[keyof Module];
/** A screen of their own, or bound to a form: the tour shows them where they stand. */
export const WHOLE_PAGES = ['FlowPage', 'FormCard', 'MailLinkPage', 'NewPasswordField'] as const;
type Shown =
  | ComponentIn<typeof ui>
  | Exclude<ComponentIn<typeof forms>, (typeof WHOLE_PAGES)[number]>;
type Action = Parameters<typeof forms.SubmitButton>[0]['action'];
type Say = (ja: string, en: string) => string;

const {
  Avatar,
  Badge,
  Banner,
  Button,
  Card,
  Description,
  DescriptionList,
  EmptyState,
  ExternalLinkButton,
  Heading,
  Icon,
  IconDisc,
  Inline,
  LinkButton,
  LiveRegion,
  LoadProblem,
  Logo,
  NotificationLink,
  Page,
  PageHeading,
  ProgressBar,
  RetryBanner,
  RowContent,
  RowLink,
  rowLayout,
  SkipLink,
  Skeleton,
  SkeletonGroup,
  Spinner,
  Stack,
  StatusChip,
  Text,
  Toaster,
  VisuallyHidden,
} = ui;
const {
  ActionButton,
  ApiErrorBanner,
  Checkbox,
  EmailField,
  ErrorSummary,
  Fieldset,
  NativeSelect,
  PasswordField,
  RadioGroup,
  Steps,
  SubmitButton,
  TextArea,
  TextField,
} = forms;

const TONES = ['info', 'success', 'warning', 'danger'] as const;
const VARIANTS = ['solid', 'outline', 'danger', 'link'] as const;
/** Those that lie on the ground of a drawing. */
const ON_GROUND = ['light', 'lift'] as const;
const OFFLINE = { kind: 'offline' } as ApiError;
const BRAND = { name: DEFAULT_BRAND_NAME };
const SMALL = /^(Avatar|Badge|Icon.*|Logo|StatusChip|Toaster|.*Button)$/;
const NOTHING = () => undefined;

/**
 * Every component of shared-ui in each of its states. One that is missing here does not compile, and fails
 * components.test.tsx.
 */
export const samplesOf = (say: Say) =>
  ({
    Avatar: [
      <Avatar key="sm" name={say('森 碧', 'Aoi Mori')} size="sm" />,
      <Avatar key="md" name="Aoi" />,
    ],
    Badge: TONES.map((tone) => (
      <Badge key={tone} tone={tone}>
        3
      </Badge>
    )),
    Banner: TONES.map((tone) => (
      <Banner
        key={tone}
        tone={tone}
        title={tone}
        action={<Button>{say('次へ', 'Continue')}</Button>}
      >
        {say('次にできることを伝えます。', 'It says what to do next.')}
      </Banner>
    )),
    Button: [
      ...VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      )),
      ...ON_GROUND.map((variant) => (
        <span key={variant} style={{ background: 'var(--colors-fixed-ground)' }}>
          <Button variant={variant}>{variant}</Button>
        </span>
      )),
      ...(['sm', 'lg'] as const).map((size) => (
        <Button key={size} size={size}>
          {size}
        </Button>
      )),
      <Button key="icon" variant="outline" size="icon" aria-label={say('閉じる', 'Close')}>
        <Icon name="close" />
      </Button>,
      <Button key="busy" busy>
        {say('処理中', 'Busy')}
      </Button>,
      <Button key="disabled" disabled>
        {say('押せません', 'Disabled')}
      </Button>,
    ],
    Card: [
      <Card key="md">{say('余白あり', 'With padding')}</Card>,
      <Card key="none" padding="none">
        {say('余白なし', 'Without padding')}
      </Card>,
    ],
    Description: [
      <DescriptionList key="list">
        <Description term={say('お名前', 'Name')}>{say('森 碧', 'Aoi Mori')}</Description>
        <Description term={say('電話番号', 'Phone number')} />
      </DescriptionList>,
    ],
    DescriptionList: 'Description',
    EmptyState: [
      <EmptyState key="one" icon="bell" title={say('お知らせはありません', 'No notifications')}>
        {say('届くと、ここに表示されます。', 'They will be listed here.')}
      </EmptyState>,
    ],
    ExternalLinkButton: [
      <ExternalLinkButton key="one" href="https://example.com/" variant="outline">
        {say('ほかのサイト', 'Another site')}
      </ExternalLinkButton>,
    ],
    Heading: [
      <Heading key="2">{say('大きい見出し', 'Section')}</Heading>,
      <Heading key="3" level={3}>
        {say('小さい見出し', 'Part')}
      </Heading>,
    ],
    Icon: (['sm', 'md', 'lg'] as const).map((size) => <Icon key={size} name="bell" size={size} />),
    IconDisc: (['accent', 'warning', 'success'] as const).flatMap((tone) =>
      (['md', 'lg'] as const).map((size) => (
        <IconDisc key={tone + size} icon="bell" tone={tone} size={size} />
      )),
    ),
    Inline: 'Button',
    LinkButton: [
      <LinkButton key="one" to="/components">
        {say('このページ', 'This page')}
      </LinkButton>,
    ],
    LiveRegion: [<LiveRegion key="one" />],
    LoadProblem: (['server', 'offline', 'timeout'] as const).map((kind) => (
      <LoadProblem key={kind} error={{ kind } as ApiError} />
    )),
    Logo: [<Logo key="one" brand={BRAND} />, <Logo key="compact" brand={BRAND} compact />],
    NotificationLink: [
      <NotificationLink key="one" item={NOTIFICATION} className="">
        {say('お知らせ', 'A notification')}
      </NotificationLink>,
    ],
    Page: 'PageHeading',
    PageHeading: [],
    ProgressBar: [<ProgressBar key="one" />],
    RetryBanner: [
      <RetryBanner key="one" onRetry={NOTHING}>
        {say('表示できませんでした。', 'It could not be shown.')}
      </RetryBanner>,
      <RetryBanner key="busy" onRetry={NOTHING} busy tone="warning">
        {say('もう一度試しています。', 'Trying again.')}
      </RetryBanner>,
    ],
    RowContent: ([undefined, 'ticket'] as const).map((icon) => (
      <div key={icon ?? 'none'} className={rowLayout()} style={{ position: 'relative' }}>
        <RowContent
          {...(icon && { icon })}
          title={<RowLink to="/components">{say('年間パスポート', 'Annual passport')}</RowLink>}
          note={say('有効期限', 'Valid until')}
        />
      </div>
    )),
    RowLink: 'RowContent',

    Skeleton: (['line', 'title', 'block', 'circle'] as const).map((shape) => (
      <Skeleton key={shape} shape={shape} width="half" />
    )),
    SkeletonGroup: [
      <SkeletonGroup key="one">
        <Skeleton />
      </SkeletonGroup>,
    ],
    Slot: 'RowContent',
    SkipLink: [<SkipLink key="one" target="button" />],
    Spinner: [<Spinner key="one" />],
    Stack: 'Card',
    StatusChip: (['neutral', 'accent', ...TONES] as const).map((tone) => (
      <StatusChip key={tone} tone={tone}>
        {tone}
      </StatusChip>
    )),
    Text: [
      <Text key="ink">{say('本文', 'Body text')}</Text>,
      <Text key="muted" tone="muted" size="sm">
        {say('補足', 'A note')}
      </Text>,
    ],
    Toaster: [<Toaster key="one" />, <ToastButton key="button" say={say} />],
    VisuallyHidden: [
      <VisuallyHidden key="one">{say('読み上げのみ', 'For screen readers')}</VisuallyHidden>,
    ],

    ActionButton: [false, true].map((busy) => (
      <ActionButton key={String(busy)} action={{ busy, disabled: busy }}>
        {say('保存する', 'Save')}
      </ActionButton>
    )),
    ApiErrorBanner: [<ApiErrorBanner key="one" error={OFFLINE} />],
    Checkbox: [
      <Checkbox key="off" name="off" label={say('選んでいません', 'Off')} />,
      <Checkbox key="on" name="on" defaultChecked required label={say('選んでいます', 'On')} />,
      <Checkbox
        key="error"
        name="refused"
        label={say('同意する', 'I agree')}
        error={say('同意が必要です。', 'Please agree to go on.')}
      />,
    ],
    EmailField: [
      <EmailField
        key="one"
        name="email"
        label={say('メールアドレス', 'E-mail address')}
        required
      />,
    ],
    ErrorSummary: [
      <ErrorSummary
        key="one"
        attempt={0}
        errors={[{ field: 'wrong', text: say('入力してください。', 'Fill this in.') }]}
      />,
    ],
    FieldError: 'TextField',
    FieldFrame: 'TextField',
    FieldHint: 'TextField',
    Fieldset: [
      <Fieldset key="one" legend={say('生年月日', 'Date of birth')}>
        <TextField name="year" label={say('年', 'Year')} inputMode="numeric" />
      </Fieldset>,
    ],
    NativeSelect: [
      <NativeSelect
        key="one"
        name="country"
        label={say('国', 'Country')}
        options={[{ value: 'JP', label: say('日本', 'Japan') }]}
      />,
    ],
    PasswordField: [
      <PasswordField
        key="one"
        name="password"
        label={say('パスワード', 'Password')}
        autoComplete="current-password"
      />,
    ],
    RadioGroup: [
      <RadioGroup
        key="one"
        name="payment"
        label={say('お支払い方法', 'Way to pay')}
        value={'card' as string}
        onChange={NOTHING}
        options={[
          { value: 'card', label: say('クレジットカード', 'Credit card') },
          { value: 'counter', label: say('窓口', 'At the counter') },
        ]}
      />,
    ],
    RequiredMark: 'EmailField',
    Steps: [
      <Steps
        key="one"
        current={1}
        names={[say('入力', 'Enter'), say('確認', 'Check'), say('完了', 'Done')]}
      />,
    ],
    SubmitButton: [false, true].map((busy) => (
      <SubmitButton key={String(busy)} action={{ busy, disabled: busy } as Action}>
        {say('送信する', 'Send')}
      </SubmitButton>
    )),
    TextArea: [
      <TextArea
        key="one"
        name="comment"
        label={say('ご意見', 'Comment')}
        counter
        maxLength={500}
      />,
    ],
    TextField: [
      <TextField
        key="hint"
        name="hint"
        label={say('お名前', 'Name')}
        hint={say('身分証と同じお名前', 'As on your ID')}
        required
      />,
      <TextField
        key="error"
        name="wrong"
        label={say('電話番号', 'Phone number')}
        error={say('入力してください。', 'Fill this in.')}
        defaultValue="09"
      />,
      <TextField
        key="disabled"
        name="disabled"
        label={say('会員番号', 'Number')}
        value="1234"
        disabled
      />,
    ],
  }) satisfies Record<Shown, readonly ReactNode[] | Shown>;

const NOTIFICATION: Notification = {
  id: '1',
  title: 'Notification',
  published_date: '2026-11-26',
  read: false,
} as Notification;

function ToastButton({ say }: { readonly say: Say }): ReactElement {
  return (
    <Button variant="outline" onClick={() => ui.toast(say('保存しました。', 'Saved.'))}>
      toast()
    </Button>
  );
}

/** The page of every component and state (docs/design.md §11): `/components` of the development server (`npm run dev -w mfe-account`). */
export function Components(): ReactElement {
  const locale = useLocale();
  const all = samplesOf((ja, en) => (locale === 'ja' ? ja : en));
  return (
    <Page width="wide">
      <PageHeading>{locale === 'ja' ? '部品の一覧' : 'Components'}</PageHeading>
      <Stack gap="xl">
        {Object.entries(all).map(([name, shown]) => (
          <section key={name} aria-label={name}>
            <Heading>{name}</Heading>
            {typeof shown === 'string' ? (
              <Text tone="muted">→ {shown}</Text>
            ) : (
              <Samples name={name}>{shown}</Samples>
            )}
          </section>
        ))}
      </Stack>
    </Page>
  );
}

/** Small things stand side by side. */
function Samples({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return SMALL.test(name) ? <Inline>{children}</Inline> : <Stack>{children}</Stack>;
}
