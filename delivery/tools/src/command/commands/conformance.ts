import { wrongUsage } from '@portal/delivery-model/client/failure';
import { refusal } from '@portal/delivery-model/log/refusal';
import type { Command, Input } from '../command.ts';
import { fileText } from '../file-text.ts';
import { columns } from '../words.ts';

/** Tests the API of a company's own server against the contract. */
export const conformance: Command = {
  name: 'conformance',
  args: [],
  summary: 'Tests whether a server of yours answers members’ browsers as the contract says.',
  details: [
    'For a company that puts a server of its own behind the portal: asks every call of the contract, without a',
    'token, with what is no JSON, and as a member, and says where the answers deviate. It changes nothing.',
  ],
  options: {
    api: { type: 'string', value: '<address>', help: 'the API, as browsers reach it' },
    origin: { type: 'string', value: '<origin>', help: 'the portal, whose pages call it' },
    'access-token': {
      type: 'string',
      value: '<file>',
      help: 'an access token of a member made for such tests, who has accepted the terms',
    },
  },
  async run(input) {
    const api = addressOf(input, 'api');
    const origin = new URL(addressOf(input, 'origin')).origin;
    // The server is loaded here alone; a team that publishes does not need it.
    const { testConformance } = await import('@portal/server-main/conformance');
    const accessToken = fileText(input, 'access-token');
    const results = await testConformance({ api, origin, accessToken }, input.progress);
    const failed = results.filter(({ deviations = [] }) => deviations.length > 0);
    return {
      json: { calls: results },
      lines: columns(
        results.flatMap(({ call, deviations = ['not offered'] }) =>
          (deviations.length > 0 ? deviations : ['ok']).map((text) => [call, text] as const),
        ),
      ),
      refusals:
        failed.length === 0
          ? []
          : [
              refusal(
                'conformance',
                `${failed.length} of ${results.length} calls deviate from the contract.`,
                'Correct what their lines say, and run it again; /openapi.json describes each call.',
              ),
            ],
    };
  },
};

/** @throws CommandFailure where the option is missing or no address */
function addressOf(input: Input, option: string): string {
  const text = input.text(option) ?? '';
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw wrongUsage(
      `--${option} has no address.`,
      `Name one: --${option} https://api.example.com`,
    );
  return text;
}
