import { chapter } from '../requirement.ts';

export const ENCODING = chapter('V1 Encoding and sanitization', {
  '1.1.1': [2, 'input is decoded once, before it is checked'],
  '1.1.2': [2, 'output is escaped as the last step'],
  '1.2.1': [1, 'escaping fits HTML and header context'],
  '1.2.2': [1, 'values in URLs are encoded, only safe schemes'],
  '1.2.3': [1, 'values in scripts and JSON are escaped'],
  '1.2.4': [1, 'queries take values as parameters'],
  '1.2.5': [1, 'no injection of system commands', { not: 'No request starts a program.' }],
  '1.2.6': [2, 'no LDAP injection', { not: 'Nothing speaks LDAP.' }],
  '1.2.7': [2, 'no XPath injection', { not: 'Nothing reads XML.' }],
  '1.2.8': [2, 'LaTeX is processed safely', { not: 'Nothing processes LaTeX.' }],
  '1.2.9': [
    2,
    'values in regular expressions are escaped',
    {
      not: 'No regular expression is made of input.',
    },
  ],
  '1.3.1': [1, 'rich text is cleaned by a known library'],
  '1.3.2': [1, 'no code is made of text'],
  '1.3.3': [2, 'values for dangerous places are cleaned before'],
  '1.3.4': [2, 'SVG is cleaned of scripts'],
  '1.3.5': [2, 'no style sheets or template languages of users'],
  '1.3.6': [2, 'no server-side request forgery'],
  '1.3.7': [2, 'no templates are made of input'],
  '1.3.8': [2, 'no JNDI injection', { not: 'There is no Java.' }],
  '1.3.9': [2, 'no memcache injection', { not: 'There is no memcache.' }],
  '1.3.10': [2, 'format strings are not made of input'],
  '1.3.11': [2, 'no injection into mail'],
  '1.4.1': [2, 'memory-safe strings', { not: 'The code is TypeScript, which is memory-safe.' }],
  '1.4.2': [
    2,
    'no integer overflow',
    {
      not: 'Numbers of JavaScript do not wrap around; their ranges are validated (2.2.1).',
    },
  ],
  '1.4.3': [2, 'memory is released', { not: 'Memory is managed by the runtime.' }],
  '1.5.1': [1, 'XML parsers are restricted', { not: 'Nothing reads XML.' }],
  '1.5.2': [2, 'deserialization takes known shapes only'],
});

export const VALIDATION = chapter('V2 Validation and business logic', {
  '2.1.1': [1, 'rules of validation are documented', { see: 'docs/product.md' }],
  '2.1.2': [2, 'rules of combined data are documented', { see: 'docs/product.md' }],
  '2.1.3': [2, 'limits of the business logic are documented', { see: 'docs/product.md' }],
  '2.2.1': [1, 'input is validated against what is expected'],
  '2.2.2': [1, 'validation is enforced by the server'],
  '2.2.3': [2, 'combined data are validated together'],
  '2.3.1': [1, 'steps of a flow cannot be skipped'],
  '2.3.2': [2, 'limits of the business logic are enforced'],
  '2.3.3': [2, 'an action succeeds as a whole or not at all'],
  '2.3.4': [2, 'limited things cannot be had twice'],
  '2.4.1': [2, 'excessive calls are limited'],
});

export const FILES = chapter('V5 Files', {
  '5.1.1': [2, 'types and sizes of uploads are documented', { see: 'docs/product.md' }],
  '5.2.1': [1, 'files have a size that can be processed'],
  '5.2.2': [1, 'files are checked by their content'],
  '5.2.3': [
    2,
    'unpacked size is checked before unpacking',
    {
      not: 'No archive is accepted; the pixels of a photo are limited (5.2.1).',
    },
  ],
  '5.3.1': [1, 'uploaded files are never executed'],
  '5.3.2': [1, 'paths of files are not made of input'],
  '5.4.1': [
    2,
    'names of uploaded files are ignored or checked',
    {
      not: 'An upload has no name, and a photo is shown and not offered as a download.',
    },
  ],
  '5.4.2': [2, 'names of served files are encoded', { not: 'No file is served with a name.' }],
  '5.4.3': [
    2,
    'files of others are scanned',
    {
      note: 'Nothing of a file is kept but its pixels, encoded anew.',
      open: 'Photos are not scanned by an antivirus scanner.',
    },
  ],
});
