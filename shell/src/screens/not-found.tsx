export { NotFound as Component } from '../errors/not-found.tsx';
