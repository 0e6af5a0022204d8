export { availableDictionary, DELTA_HEADER_BYTES, makeDelta } from './delta.ts';
export {
  DICTIONARY_REQUEST_HEADERS,
  dictionaryHeader,
  type OfferedDictionary,
  offeredDictionary,
} from './exchange.ts';
export { deltaEnding, deltaKey, fileNameParts, isDeltaName } from './file-names.ts';
export { storeDeltas } from './store-deltas.ts';
