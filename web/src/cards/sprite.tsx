// The drawings that cards are made of: four suits, the heads of Under, Over and
// King, and the Chroniclers' star and figure. Drawn once, used by reference.

/** Put once into the page, before any card. */
export function Sprite() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <Acorn />
      <Leaf />
      <Heart />
      <Bell />
      <Under />
      <Over />
      <King />
      <Star />
      <Scribe />
    </svg>
  );
}

function Acorn() {
  return (
    <symbol id="suit-a" viewBox="0 0 24 24">
      <path class="acorn-nut" d="M4.6 11.2c0 5.6 3.3 9.2 6.4 10.7.4.9 1.6.9 2 0 3.1-1.5 6.4-5.1 6.4-10.7z" />
      <path class="acorn-shine" d="M8 12.5c.1 2.7 1 4.8 2.3 6.3" />
      <path class="acorn-cap" d="M2.8 11.2c0-4 4.2-6.3 9.2-6.3s9.2 2.3 9.2 6.3c0 1.2-1 1.7-2 1.7H4.8c-1 0-2-.5-2-1.7z" />
      <path class="acorn-knots" d="M5.2 10.7l3.3-4.5M9.3 12.3l4-6.6M14 12.3l3.6-5.2M18.8 10.7l-3.3-4.5M14.7 12.3l-4-6.6M10 12.3L6.4 7.1" />
      <path class="acorn-stem" d="M12 5c-.2-1.8.4-3 1.9-3.7" />
    </symbol>
  );
}

function Leaf() {
  return (
    <symbol id="suit-l" viewBox="0 0 24 24">
      <path class="leaf-blade" d="M12 1C9.5 5.2 2.6 8.2 2.6 13.9c0 3 2.2 4.9 4.9 4.9 1.9 0 3.5-.9 4.5-2.4 1 1.5 2.6 2.4 4.5 2.4 2.7 0 4.9-1.9 4.9-4.9C21.4 8.2 14.5 5.2 12 1z" />
      <path class="leaf-veins" d="M12 4.5v12.5M12 9.5L8.3 7.8M12 9.5l3.7-1.7M12 13.7l-5.6-1.9M12 13.7l5.6-1.9" />
      <path class="leaf-stem" d="M12 16.5c.1 3-.8 4.9-3 6.3" />
    </symbol>
  );
}

function Heart() {
  return (
    <symbol id="suit-h" viewBox="0 0 24 24">
      <path class="heart" d="M12 22.3C6 17.8 1.8 13.7 1.8 8.6 1.8 5.3 4.3 2.9 7.3 2.9c2 0 3.7 1 4.7 2.7 1-1.7 2.7-2.7 4.7-2.7 3 0 5.5 2.4 5.5 5.7 0 5.1-4.2 9.2-10.2 13.7z" />
      <path class="heart-shine" d="M4.6 8.7c0-1.8 1.1-3 2.7-3" />
    </symbol>
  );
}

function Bell() {
  return (
    <symbol id="suit-b" viewBox="0 0 24 24">
      <path class="bell-loop" d="M9.7 4.6a2.3 2.3 0 1 1 4.6 0" />
      <circle class="bell" cx="12" cy="13.3" r="9.3" />
      <path class="bell-band" d="M2.9 11.1h18.2v3.6H2.9z" />
      <path class="bell-slit" d="M12 17v4.8" />
      <circle class="bell-hole" cx="12" cy="17.2" r="1.7" />
    </symbol>
  );
}

/** A page boy: flat cap with a feather, no beard. */
function Under() {
  return (
    <symbol id="head-U" viewBox="0 0 40 40">
      <path class="hair" d="M10.5 21c-1 4.5-.8 8 .7 9.5 2.3.5 3.5-1 3.7-3.5h10.2c.2 2.5 1.4 4 3.7 3.5 1.5-1.5 1.7-5 .7-9.5z" />
      <path class="skin" d="M12.5 18.5h15v5.6c0 4.6-3.2 8.4-7.5 8.4s-7.5-3.8-7.5-8.4z" />
      <path class="cloth" d="M8 19.2c-1.6-4.3 3.5-9.7 12-9.7s13.6 5.4 12 9.7c-3.5-1-7.5-1.5-12-1.5s-8.5.5-12 1.5z" />
      <path class="feather" d="M26.5 12.5c2-5.6 5.2-8.6 10-9.5.5 5.4-2.7 9.8-8 11.3z" />
      <path class="face" d="M16.5 22.7v1.5M23.5 22.7v1.5M17.7 28.4c1.4.8 3.2.8 4.6 0" />
    </symbol>
  );
}

/** An officer: high helmet with a plume, a moustache. */
function Over() {
  return (
    <symbol id="head-O" viewBox="0 0 40 40">
      <path class="feather" d="M20 7c-5.5-1.2-9-4-9.5-7 4.2-.6 7.8.4 9.5 3 1.7-2.6 5.3-3.6 9.5-3-.5 3-4 5.8-9.5 7z" />
      <path class="skin" d="M12.5 17.5h15v6.6c0 4.6-3.2 8.4-7.5 8.4s-7.5-3.8-7.5-8.4z" />
      <path class="cloth" d="M11 19c-.8-7.5 3-13 9-13s9.8 5.5 9 13z" />
      <path class="gold" d="M9.5 17.2h21v3.4h-21z" />
      <path class="hair" d="M20 25.8c-2.3-1.3-5.2-.8-7.2 2 2.7.7 5.4.5 7.2-.7 1.8 1.2 4.5 1.4 7.2.7-2-2.8-4.9-3.3-7.2-2z" />
      <path class="face" d="M16.5 22.9v1.3M23.5 22.9v1.3" />
    </symbol>
  );
}

/** A crown, a full beard. */
function King() {
  return (
    <symbol id="head-K" viewBox="0 0 40 40">
      <path class="hair" d="M9.8 18.5c-1.3 7.5.3 16.5 10.2 20 9.9-3.5 11.5-12.5 10.2-20z" />
      <path class="skin" d="M12.8 17h14.4v5.5c0 3.5-3 5-7.2 5s-7.2-1.5-7.2-5z" />
      <path class="gold" d="M8.5 18.5L6.8 5.5l6.8 5L20 2.2l6.4 8.3 6.8-5-1.7 13z" />
      <path class="jewels" d="M12.5 15.5h.01M20 15.5h.01M27.5 15.5h.01" />
      <path class="face" d="M16.5 21.5v1.3M23.5 21.5v1.3M17.7 30.5c1.4.9 3.2.9 4.6 0" />
    </symbol>
  );
}

function Star() {
  return (
    <symbol id="star" viewBox="0 0 24 24">
      <path d="M12 1.5l3 7.2 7.7.6-5.9 5 1.9 7.6-6.7-4.1-6.7 4.1 1.9-7.6-5.9-5 7.7-.6z" />
    </symbol>
  );
}

/** A hooded scribe over an open book, a quill in hand; the card's class colours him. */
function Scribe() {
  return (
    <symbol id="scribe" viewBox="0 0 60 80">
      <path class="robe-1" d="M6 80c0-22 6-36 15-42l9 6v36z" />
      <path class="robe-2" d="M54 80c0-22-6-36-15-42l-9 6v36z" />
      <path class="robe-3" d="M30 3C18 3 13 14 13 25c0 8 3 14 8 18h18c5-4 8-10 8-18C47 14 42 3 30 3z" />
      <path class="skin" d="M20 23c0-6 4-9 10-9s10 3 10 9v5c0 6-4 10-10 10s-10-4-10-10z" />
      <path class="hair" d="M20 28c1 3 4 3.5 6 2.5 2.5-1.2 5.5-1.2 8 0 2 1 5 .5 6-2.5.7 9-3.5 16-10 19-6.5-3-10.7-10-10-19z" />
      <path class="face" d="M25.5 23.5v1.5M34.5 23.5v1.5" />
      <path class="paper" d="M30 60c-6-4-14-4.5-21-2.5v17C16 72.5 24 73 30 77c6-4 14-4.5 21-2.5v-17C44 55.5 36 56 30 60z" />
      <path class="ink" d="M30 60v17M13.5 62.5c4-.7 8-.3 11.5 1.2M13.5 67.5c4-.7 8-.3 11.5 1.2M35 63.7c3.5-1.5 7.5-1.9 11.5-1.2" />
      <path class="quill" d="M36 69c3-9 8-18 19-26-1 11-7 18-14 21z" />
    </symbol>
  );
}
