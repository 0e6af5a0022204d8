import type { Locale } from '@portal/shared-contract';

/** What the identity provider's pages say. Same keys in both languages, or it does not compile. */
const en = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    submit: 'Sign in',
    failed: 'We could not sign you in',
    emailMissing: 'Please enter your e-mail address.',
    emailMalformed: 'Please check the e-mail address. It should look like name@example.com.',
    passwordMissing: 'Please enter your password.',
    refused:
      'The e-mail address or the password is not right. Please check both and try again. If you have tried several times already, please wait 15 minutes first.',
    busy: 'Many people are signing in right now. Please try again in a moment.',
    tooMany: 'There have been too many attempts. Please wait a few minutes and try again.',
    foreign: 'Please sign in from this page: type your password here and press “Sign in”.',
    newHere: 'New here?',
    signUp: 'Create an account',
    or: 'or',
    line: 'Continue with LINE',
    lineCancelled: 'Signing in with LINE was cancelled. You can try again, or use your password.',
    lineFailed:
      'We could not sign you in with LINE. Please try again in a moment, or use your password.',
  },
  connect: {
    title: 'Connect LINE?',
    text: 'The LINE account that you choose on the next page will be connected to this account. You can then sign in with LINE, too.',
    submit: 'Go to LINE',
    cancel: 'Do not connect',
  },
  unknownLine: {
    title: 'No account is connected to this LINE account yet',
    text: 'If you are new here, please create an account first. You can connect LINE afterwards.',
    hasAccount:
      'Do you have an account already? Sign in with your password, then connect LINE in your account.',
    back: 'Back to sign-in',
  },
  closed: {
    title: 'This account has been closed',
    text: 'You closed this account, so it can no longer be used to sign in. You are welcome to create a new one.',
  },
  signOut: {
    title: 'Sign out?',
    text: 'You will be signed out on this device.',
    submit: 'Sign out',
    stay: 'Stay signed in',
    underWay: 'Signing you out',
    underWayText: 'One moment, please. If nothing happens, press the button.',
    done: 'You are signed out',
    doneText: 'Thank you for visiting. See you soon.',
  },
  problem: {
    expired: {
      title: 'This page has expired',
      text: 'The sign-in page was open for a long time, or was already used in another tab. Please start again.',
    },
    request: {
      title: 'This link does not work',
      text: 'Something in the address is missing or not right. Please start again from the beginning.',
    },
    notFound: {
      title: 'Page not found',
      text: 'There is nothing at this address. Please start again from the beginning.',
    },
    unavailable: {
      title: 'Something went wrong on our side',
      text: 'Please wait a moment and try again.',
    },
    reference: 'Reference for our support team:',
  },
  toPortal: 'Go to the start page',
  otherLanguage: '日本語',
};

type Texts = typeof en;

const ja: Texts = {
  signIn: {
    title: 'ログイン',
    email: 'メールアドレス',
    password: 'パスワード',
    show: '表示',
    hide: '隠す',
    showPassword: 'パスワードを表示する',
    hidePassword: 'パスワードを隠す',
    submit: 'ログイン',
    failed: 'ログインできませんでした',
    emailMissing: 'メールアドレスを入力してください。',
    emailMalformed:
      'メールアドレスをご確認ください。name@example.com のような形で入力してください。',
    passwordMissing: 'パスワードを入力してください。',
    refused:
      'メールアドレスまたはパスワードが正しくありません。ご確認のうえ、もう一度お試しください。すでに何度かお試しの場合は、15分ほど待ってからお試しください。',
    busy: 'ただいま混み合っています。少し待ってから、もう一度お試しください。',
    tooMany: 'お試しの回数が多くなっています。数分待ってから、もう一度お試しください。',
    foreign: 'この画面でパスワードを入力し、「ログイン」を押してください。',
    newHere: 'はじめてご利用の方はこちら',
    signUp: '会員登録',
    or: 'または',
    line: 'LINEで続ける',
    lineCancelled:
      'LINEでのログインを取りやめました。もう一度お試しいただくか、パスワードでログインしてください。',
    lineFailed:
      'LINEでログインできませんでした。少し待ってからもう一度お試しいただくか、パスワードでログインしてください。',
  },
  connect: {
    title: 'LINEと連携しますか？',
    text: '次の画面で選ぶLINEアカウントを、下記のアカウントに連携します。連携すると、LINEでもログインできるようになります。',
    submit: 'LINEへ進む',
    cancel: '連携しない',
  },
  unknownLine: {
    title: 'このLINEアカウントはまだ連携されていません',
    text: 'はじめてご利用の方は、先に会員登録をお願いします。登録後にLINEと連携できます。',
    hasAccount:
      'すでに会員の方は、パスワードでログインしてから、アカウントの画面でLINEと連携してください。',
    back: 'ログイン画面に戻る',
  },
  closed: {
    title: 'このアカウントは退会済みです',
    text: '退会のお手続きが済んでいるため、ログインできません。あらためて会員登録をしていただけます。',
  },
  signOut: {
    title: 'ログアウトしますか？',
    text: 'この端末からログアウトします。',
    submit: 'ログアウト',
    stay: 'ログインしたままにする',
    underWay: 'ログアウトしています',
    underWayText: '少しお待ちください。画面が変わらないときは、ボタンを押してください。',
    done: 'ログアウトしました',
    doneText: 'ご利用ありがとうございました。',
  },
  problem: {
    expired: {
      title: 'この画面の有効期限が切れました',
      text: '時間がたったか、別のタブでお手続きが済んでいます。お手数ですが、はじめからやり直してください。',
    },
    request: {
      title: 'このリンクはご利用になれません',
      text: 'アドレスの一部が欠けているか、正しくありません。お手数ですが、はじめからやり直してください。',
    },
    notFound: {
      title: 'ページが見つかりません',
      text: 'お探しのページはありません。お手数ですが、はじめからやり直してください。',
    },
    unavailable: {
      title: '問題が発生しました',
      text: 'ご不便をおかけして申し訳ありません。少し待ってから、もう一度お試しください。',
    },
    reference: 'お問い合わせの際は、次の番号をお伝えください:',
  },
  toPortal: 'トップページへ',
  otherLanguage: 'English',
};

export const TEXTS: Record<Locale, Texts> = { ja, en };
export type ProblemKind = Exclude<keyof Texts['problem'], 'reference'>;
