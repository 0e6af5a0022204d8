/** Says in both languages that there is neither a connection nor a page that can be shown. */
export const NO_PAGE = [
  '<!doctype html><html lang="ja"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><title>接続できません</title>',
  '<h1>接続できません</h1><p>インターネットの接続を確認して、もう一度お試しください。</p>',
  '<p><a href="">もう一度試す</a></p>',
  '<div lang="en"><h2>No connection</h2><p>Check your connection and try again.</p>',
  '<p><a href="">Try again</a></p></div></html>\n',
].join('');
