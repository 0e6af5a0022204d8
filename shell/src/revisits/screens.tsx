import {
  DataRouterStateContext,
  LocationContext,
  ScreenShown,
  useOutlet,
} from '@portal/shared-routing';
import {
  type ContextType,
  type ReactElement,
  useContext,
  useLayoutEffect,
  useReducer,
} from 'react';

type RouterState = NonNullable<ContextType<typeof DataRouterStateContext>>;

/** What a screen shows: the element of its route, with what the router said when it was last shown. */
export type ShownScreen = {
  /** The route: one screen in one language. */
  readonly id: string;
  /** By which React knows it; that of an earlier screen only where that one is shown again. */
  readonly key: string;
  readonly outlet: ReactElement | null;
  readonly place: ContextType<typeof LocationContext>;
  readonly state: RouterState;
  /** Grows with each screen that is shown, so that the last ones are known. */
  readonly turn: number;
};

/** What decides about earlier screens. */
export type ScreenKeeper = {
  /** The screens to be drawn, in the order in which they came: the one of the address, and earlier ones. */
  readonly choose: (drawn: readonly ShownScreen[], shown: ShownScreen) => readonly ShownScreen[];
  /** They are in the document. */
  readonly onDrawn: () => void;
};

export const WITHOUT_EARLIER: ScreenKeeper = { choose: (_, shown) => [shown], onDrawn: () => {} };

/** What `main` holds. Earlier screens come with the code that is loaded after the first page (recent-screens.ts). */
export const stage = {
  keeper: WITHOUT_EARLIER,
  drawn: [] as readonly ShownScreen[],
  /** The one of the address. */
  shown: undefined as ShownScreen | undefined,
  /** Draws anew what {@link stage.drawn} says. */
  redraw: () => {},
  /** Resolves after the frame that follows the press, which comes before all work for the next page. */
  painted: undefined as Promise<unknown> | undefined,
};

/** The screen of the address, and earlier ones that stay for a return, which React does not draw again. */
export function Screens() {
  const outlet = useOutlet();
  const place = useContext(LocationContext);
  const state = useContext(DataRouterStateContext) as RouterState;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const id = state.matches.at(-1)?.route.id ?? '';
  const screens = stage.keeper.choose(stage.drawn, {
    ...{ id, key: id, outlet, place, state, turn: 0 },
  });
  const shown = screens.find((screen) => screen.id === id);
  useLayoutEffect(() => {
    Object.assign(stage, { drawn: screens, shown, redraw });
    stage.keeper.onDrawn();
  });
  useLayoutEffect(() => () => void Object.assign(stage, { drawn: [], shown: undefined }), []);
  return (
    <>
      {screens.map((screen) => (
        <div key={screen.key} data-screen={screen.key}>
          <ScreenShown value={screen === shown}>
            <LocationContext value={screen.place}>
              <DataRouterStateContext value={screen.state}>{screen.outlet}</DataRouterStateContext>
            </LocationContext>
          </ScreenShown>
        </div>
      ))}
    </>
  );
}
