import { TERMS_VERSION, type Terms } from './terms.ts';

/** The terms in English. `brand` is the operator's name. */
export function termsInEnglish(brand: string): Terms {
  return {
    version: TERMS_VERSION,
    opening: `These terms of service ("Terms") set out the conditions on which ${brand} ("we", "us") offers the member portal ("Service"). By using the Service you agree to them. This is a translation; where it differs from the Japanese text, the Japanese text applies.`,
    articles: [
      {
        id: 'application',
        title: 'Article 1. Scope',
        paragraphs: [
          'These Terms apply to everything between you and us that concerns the use of the Service.',
          'Notices and special conditions shown within the Service are part of these Terms. Where they differ, the special conditions come first.',
        ],
      },
      {
        id: 'registration',
        title: 'Article 2. Becoming a member',
        paragraphs: [
          'To register, agree to these Terms and apply in the way the Service describes. You become a member when we confirm your registration.',
          'Please give correct information, and update it in your account settings when it changes.',
          'If you are a minor, please register with the consent of a parent or guardian.',
        ],
      },
      {
        id: 'account',
        title: 'Article 3. Looking after your account',
        paragraphs: [
          'Keep your email address, password and confirmation codes to yourself. Do not tell them to anyone or let anyone else use them.',
          'If you think someone else has used your account, change your password at once and contact us.',
          'To keep accounts safe we may lock one for a while, for example after several wrong passwords in a row.',
        ],
      },
      {
        id: 'passports',
        title: 'Article 4. Passports',
        paragraphs: [
          'A passport may be used only by its registered holder and only during the period shown on it.',
          'Children who are under three years old on the first day of use are free of charge.',
          'A passport may be transferred, issued as a card or cancelled on the conditions shown in the Service.',
          'The code that a passport shows must not be copied or sold.',
        ],
      },
      {
        id: 'prohibited',
        title: 'Article 5. What is not allowed',
        paragraphs: [
          'Do not break the law, pretend to be someone else, or infringe the rights of other members or third parties.',
          'Do not overload the Service, try to obtain information without permission, or interfere with its operation.',
        ],
      },
      {
        id: 'privacy',
        title: 'Article 6. Personal information',
        paragraphs: [
          'We use your personal information to provide the Service, to confirm who you are, to answer your questions and to send you important notices.',
          'We do not give it to third parties without your consent, except where the law requires it.',
          'You can stop our news by email in your account settings at any time.',
        ],
      },
      {
        id: 'suspension',
        title: 'Article 7. Changes and interruptions',
        paragraphs: [
          'We may interrupt all or part of the Service for maintenance, disasters, network failures or similar reasons. We announce planned interruptions beforehand.',
          'If we change the Service substantially or end it, we tell you a reasonable time in advance.',
        ],
      },
      {
        id: 'withdrawal',
        title: 'Article 8. Leaving',
        paragraphs: [
          'You may cancel your account in your account settings at any time. If you hold a valid passport, you can do so after it has ended or been cancelled.',
          'If you seriously breach these Terms, we may suspend your account after telling you the reason.',
        ],
      },
      {
        id: 'liability',
        title: 'Article 9. Liability',
        paragraphs: [
          'Except in cases of intent or gross negligence on our part, our liability is limited to damage that would ordinarily arise.',
          'Nothing in these Terms limits your rights under the Consumer Contract Act or other laws.',
        ],
      },
      {
        id: 'changes',
        title: 'Article 10. Changes to these Terms',
        paragraphs: [
          'We may change these Terms as the law permits. We announce the changes and the date they take effect beforehand, and show you what has changed the next time you sign in.',
        ],
      },
      {
        id: 'law',
        title: 'Article 11. Governing law and jurisdiction',
        paragraphs: [
          'These Terms are governed by the laws of Japan. The district court for your address or for our head office is the court of first instance for any dispute about the Service.',
        ],
      },
    ],
  };
}
