import { createHash, verify, X509Certificate } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import forge from 'node-forge';

const DIGEST_OF_MESSAGE = '1.2.840.113549.1.9.4';

/**
 * Opens a pass as a device does: every file has the digest that the manifest says, and the manifest is signed with the
 * certificate in the signature (PKCS #7, RFC 2315 §9). Apple's format has SHA-1.
 * @throws Error for anything else
 */
export function openPkpass(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const { 'manifest.json': manifest, signature, ...others } = files;
  if (!manifest || !signature) throw new Error('The pass has no manifest or no signature.');
  const listed: Record<string, string> = JSON.parse(strFromU8(manifest));
  for (const [name, file] of Object.entries(others)) {
    const digest = createHash('sha1').update(file).digest('hex');
    if (listed[name] !== digest) throw new Error(`${name} is not as the manifest says.`);
  }
  if (Object.keys(listed).length !== Object.keys(others).length) {
    throw new Error('The manifest lists other files than there are.');
  }
  return {
    files: others,
    pass: JSON.parse(text(others, 'pass.json')),
    strings: (locale: string) => text(others, `${locale}.lproj/pass.strings`),
    signer: expectSigned(manifest, signature),
  };
}

const text = (files: Readonly<Record<string, Uint8Array>>, name: string): string => {
  const file = files[name];
  if (!file) throw new Error(`The pass has no ${name}.`);
  return strFromU8(file);
};

/** @returns the certificate that has signed */
function expectSigned(manifest: Uint8Array, signature: Uint8Array): X509Certificate {
  const der = forge.util.createBuffer(Buffer.from(signature).toString('binary'));
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der)) as forge.pkcs7.Captured<
    forge.pkcs7.PkcsSignedData & { certificates: forge.pki.Certificate[] }
  >;
  const { authenticatedAttributes, signature: signed } = message.rawCapture;
  const attributes = authenticatedAttributes as forge.asn1.Asn1[];
  const digest = attributes
    .map(({ value }) => value as forge.asn1.Asn1[])
    .find(([type]) => forge.asn1.derToOid(type?.value as string) === DIGEST_OF_MESSAGE);
  const [octets] = (digest?.[1]?.value ?? []) as forge.asn1.Asn1[];
  const said = Buffer.from((octets?.value as string) ?? '', 'binary');
  if (!createHash('sha1').update(manifest).digest().equals(said)) {
    throw new Error('The signature is that of another manifest.');
  }
  // They are signed as a SET, and stand in the message under another tag.
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes);
  const covered = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary');
  const signer = message.certificates
    .map((one) => new X509Certificate(forge.pki.certificateToPem(one)))
    .find(({ publicKey }) =>
      verify('sha1', covered, publicKey, Buffer.from(signed as string, 'binary')),
    );
  if (!signer) throw new Error('No certificate in the pass has signed it.');
  return signer;
}
