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
      'The e-mail address or the password is not right. Please check both and try again. After several tries, please wait 15 minutes, or look for our e-mail: it has a link to try again at once.',
    busy: 'Many people are signing in right now. Please try again in a moment.',
    tooMany: 'There have been too many attempts. Please wait a few minutes and try again.',
    foreign: 'Please sign in from this page: type your password here and press “Sign in”.',
    forgotten: 'Forgot your password?',
    newHere: 'New here?',
    signUp: 'Create an account',
    line: 'Continue with LINE',
    lineCancelled: 'Signing in with LINE was cancelled. You can try again, or use your password.',
    passkeyRefused:
      'This passkey does not open an account here, or took too long. Please try again, or use another way.',
    lineFailed:
      'We could not sign you in with LINE. Please try again in a moment, or use your password.',
  },
  connect: {
    title: 'Connect LINE?',
    text: 'The LINE account that you choose on the next page will be connected to this account. You can then sign in with LINE, too.',
    submit: 'Go to LINE',
    cancel: 'Do not connect',
  },
  endedSignUp: {
    title: {
      cancelled: 'Signing up with LINE was cancelled',
      failed: 'We could not reach LINE',
    },
    text: {
      cancelled: 'Nothing has been created. You can try again, or sign up by e-mail.',
      failed: 'Please try again in a moment, or sign up by e-mail.',
    },
    again: 'Continue with LINE',
    otherWay: 'Sign up another way',
    hasAccount: 'Sign in to an account you have',
  },
  unknownLine: {
    title: 'No account is connected to this LINE account yet',
    text: 'If you are new here, please create an account. You can do that with LINE, too.',
    hasAccount:
      'Do you have an account already? Sign in with your password, then connect LINE in your account.',
    back: 'Back to sign-in',
  },
  closed: {
    title: 'This account has been closed',
    text: 'You closed this account, so it can no longer be used to sign in. You are welcome to create a new one with another e-mail address.',
  },
  passkey: {
    submit: 'Sign in with a passkey',
    notDone: 'The passkey was not used. Please try again, or choose another way.',
  },
  secondStep: {
    title: {
      email: 'Enter the code from your e-mail',
      sms: 'Enter the code from your text message',
      totp: 'Enter the code from your authenticator app',
      passkey: 'Use your passkey',
      recovery_code: 'Enter a recovery code',
    },
    lead: {
      email: (target: string) =>
        `We have sent a six-digit code to ${target}. It is good for 10 minutes.`,
      sms: (target: string) =>
        `We have sent a six-digit code to ${target}. It is good for 10 minutes.`,
      totp: (_target: string) =>
        'Open your authenticator app and type the six digits that it shows now.',
      passkey: (_target: string) => 'Confirm that it is you, with a passkey of this account.',
      recovery_code: (_target: string) =>
        'Type one of the recovery codes that you have kept. Each works once.',
    },
    way: {
      email: 'Send a code by e-mail',
      sms: 'Send a code by text message',
      totp: 'Use the authenticator app',
      passkey: 'Use a passkey',
      recovery_code: 'Use a recovery code',
    },
    code: 'Code (6 digits)',
    recoveryCode: 'Recovery code',
    submit: 'Continue',
    resend: 'Send a new code',
    resendIn: 'Send a new code (in {seconds} s)',
    sent: 'We have sent a new code. The earlier ones no longer work.',
    others: 'Use another way',
    startAgain: 'Sign in as someone else',
    failed: 'We could not confirm that it is you',
    codeMissing: 'Please enter the code.',
    codeWrong: {
      email:
        'The code is not right or is no longer good. Please check it, or ask for a new one if you have tried several times.',
      sms: 'The code is not right or is no longer good. Please check it, or ask for a new one if you have tried several times.',
      totp: 'The code is not right, or has been used. Please type the one that the app shows now.',
      passkey: 'This passkey could not be confirmed. Please try again, or use another way.',
      recovery_code:
        'This recovery code is not right, or has been used. Please check it, or type another one.',
    },
    passkeyRefused: 'This passkey could not be confirmed. Please try again, or use another way.',
    tooMany: 'There have been too many attempts. Please wait a while, or use another way.',
    tooSoon: 'A code is on its way already. Please wait a moment before asking for another.',
    foreign: 'Please continue from this page.',
    passkeyNeedsScript: 'A passkey needs JavaScript. Please allow it, or use another way.',
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
      text: 'The sign-in page was open for a long time, or was already used in another tab. Please sign in again.',
    },
    done: {
      title: 'You are signed in already',
      text: 'This sign-in page has been used. There is nothing more to do here.',
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
  signInAgain: 'Sign in',
  toMyPage: 'Go to my page',
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
      'メールアドレスまたはパスワードが正しくありません。ご確認のうえ、もう一度お試しください。何度かお試しの場合は、15分ほど待ってからお試しください。メールが届いていれば、そのリンクからすぐにお試しいただけます。',
    busy: 'ただいま混み合っています。少し待ってから、もう一度お試しください。',
    tooMany: 'お試しの回数が多くなっています。数分待ってから、もう一度お試しください。',
    foreign: 'この画面でパスワードを入力し、「ログイン」を押してください。',
    forgotten: 'パスワードをお忘れの方',
    newHere: 'はじめてご利用の方はこちら',
    signUp: '会員登録',
    line: 'LINEで続ける',
    lineCancelled:
      'LINEでのログインを取りやめました。もう一度お試しいただくか、パスワードでログインしてください。',
    passkeyRefused:
      'このパスキーでログインできませんでした。もう一度お試しいただくか、別の方法をお選びください。',
    lineFailed:
      'LINEでログインできませんでした。少し待ってからもう一度お試しいただくか、パスワードでログインしてください。',
  },
  connect: {
    title: 'LINEと連携しますか？',
    text: '次の画面で選ぶLINEアカウントを、下記のアカウントに連携します。連携すると、LINEでもログインできるようになります。',
    submit: 'LINEへ進む',
    cancel: '連携しない',
  },
  endedSignUp: {
    title: {
      cancelled: 'LINEでの会員登録を取りやめました',
      failed: 'LINEに接続できませんでした',
    },
    text: {
      cancelled:
        '会員登録はまだ行われていません。もう一度お試しいただくか、メールアドレスでご登録ください。',
      failed: '少し待ってからもう一度お試しいただくか、メールアドレスでご登録ください。',
    },
    again: 'LINEで続ける',
    otherWay: '別の方法で登録する',
    hasAccount: 'すでに会員の方はログイン',
  },
  unknownLine: {
    title: 'このLINEアカウントはまだ連携されていません',
    text: 'はじめてご利用の方は、会員登録をお願いします。LINEでもご登録いただけます。',
    hasAccount:
      'すでに会員の方は、パスワードでログインしてから、アカウントの画面でLINEと連携してください。',
    back: 'ログイン画面に戻る',
  },
  closed: {
    title: 'このアカウントは退会済みです',
    text: '退会のお手続きが済んでいるため、ログインできません。別のメールアドレスで、あらためて会員登録をしていただけます。',
  },
  passkey: {
    submit: 'パスキーでログイン',
    notDone: 'パスキーを使用できませんでした。もう一度お試しいただくか、別の方法をお選びください。',
  },
  secondStep: {
    title: {
      email: 'メールの確認コードを入力してください',
      sms: 'SMSの確認コードを入力してください',
      totp: '認証アプリのコードを入力してください',
      passkey: 'パスキーでご確認ください',
      recovery_code: 'リカバリーコードを入力してください',
    },
    lead: {
      email: (target) => `${target} に6桁の確認コードをお送りしました。有効期限は10分です。`,
      sms: (target) => `${target} に6桁の確認コードをお送りしました。有効期限は10分です。`,
      totp: () => '認証アプリを開き、表示されている6桁の数字を入力してください。',
      passkey: () => 'このアカウントのパスキーで、ご本人であることをご確認ください。',
      recovery_code: () =>
        '保管しているリカバリーコードを1つ入力してください。1つにつき1回使えます。',
    },
    way: {
      email: 'メールでコードを受け取る',
      sms: 'SMSでコードを受け取る',
      totp: '認証アプリを使う',
      passkey: 'パスキーを使う',
      recovery_code: 'リカバリーコードを使う',
    },
    code: '確認コード（6桁）',
    recoveryCode: 'リカバリーコード',
    submit: '次へ',
    resend: 'コードを再送する',
    resendIn: 'コードを再送する（あと{seconds}秒）',
    sent: '新しいコードをお送りしました。以前のコードはお使いいただけません。',
    others: '別の方法を使う',
    startAgain: '別のアカウントでログインする',
    failed: 'ご本人の確認ができませんでした',
    codeMissing: 'コードを入力してください。',
    codeWrong: {
      email:
        'コードが正しくないか、有効期限が切れています。ご確認ください。何度かお試しの場合は、新しいコードをお受け取りください。',
      sms: 'コードが正しくないか、有効期限が切れています。ご確認ください。何度かお試しの場合は、新しいコードをお受け取りください。',
      totp: 'コードが正しくないか、すでに使われています。アプリに今表示されている数字を入力してください。',
      passkey:
        'このパスキーを確認できませんでした。もう一度お試しいただくか、別の方法をお選びください。',
      recovery_code:
        'リカバリーコードが正しくないか、すでに使われています。ご確認いただくか、別のコードを入力してください。',
    },
    passkeyRefused:
      'このパスキーを確認できませんでした。もう一度お試しいただくか、別の方法をお選びください。',
    tooMany: 'お試しの回数が多くなっています。しばらく待つか、別の方法をお選びください。',
    tooSoon: 'コードはすでにお送りしています。再送は、少し待ってからお願いします。',
    foreign: 'この画面からお進みください。',
    passkeyNeedsScript:
      'パスキーのご利用にはJavaScriptが必要です。有効にするか、別の方法をお選びください。',
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
      text: '時間がたったか、別のタブでお手続きが済んでいます。お手数ですが、もう一度ログインしてください。',
    },
    done: {
      title: 'ログイン済みです',
      text: 'このログイン画面でのお手続きは済んでいます。',
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
  signInAgain: 'ログインする',
  toMyPage: 'マイページへ',
  otherLanguage: 'English',
};

export const TEXTS: Record<Locale, Texts> = { ja, en };
export type ProblemKind = Exclude<keyof Texts['problem'], 'reference'>;
