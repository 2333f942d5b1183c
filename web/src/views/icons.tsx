// Small line drawings for buttons; each stands beside a text or a label.

const paths = {
  back: "M15 5l-7 7 7 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M5 5h14v10H11l-4 4v-4H5z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7l4-4 4 4M5 12v8h14v-8",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z",
  check: "M4 12.5l5 5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  clock: "M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2",
  bot: "M5 9h14v10H5zM12 9V5M12 4h.01M9 13h.01M15 13h.01M9.5 16.5h5",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0",
  plus: "M12 5v14M5 12h14",
  phone: "M8 3h8v18H8zM11.5 18h1",
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
  door: "M6 3h9v18H6M15 12h6M18 9l3 3-3 3M12 12h.01",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
