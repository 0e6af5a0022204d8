/** The answer of a call that the contract answers with a file: it is sent as it is made. */
export class FileAnswer {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;

  constructor(name: string, type: string, content: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}
