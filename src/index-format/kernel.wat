;; The inner loops of both rankings: BM25F over postings, and cosines over int8 rows; checksums; and inflating texts.
;; Assembled by build/kernel.ts into kernel.wasm and kernel-bytes.ts; a test assembles it again. All addresses are of the one
;; memory, which the caller lays out and grows; JavaScript does the same where no WebAssembly can be had, to the last bit.
(module
  (memory (export "memory") 1)

  ;; Reads postings of a term: the chunks that hold it, and how often:
  ;;   tf = sum over fields of frequency * norm[field][length[field][chunk]]
  ;; at, end: the postings, laid out as postings.ts says, with a byte to spare behind them; chunk: the one before the first of them, -1
  ;; for none; lengths: u16 a chunk, four fields in turn; norms: float64 a length, four fields in turn, normBytes each; chunks: u32
  ;; each, tfs: float64 each, behind the last of which the greatest is written.
  ;; Returns how many postings there are, or -1 when one names a chunk that does not exist.
  ;; What the form of a posting decides is computed rather than branched on, where that can be: it changes from one posting to the
  ;; next, and each branch that the processor foresees wrongly costs as much as the rest of a posting.
  (func (export "readPostings")
    (param $at i32) (param $end i32) (param $chunk i32) (param $chunkCount i32)
    (param $lengths i32) (param $norms i32) (param $normBytes i32) (param $chunks i32) (param $tfs i32)
    (result i32)
    (local $head i32) (local $byte i32) (local $shift i32) (local $field i32) (local $mask i32) (local $tf f64)
    (local $most f64) (local $first i32)
    (local.set $first (local.get $chunks))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; A number of one byte or two, either of which may come next; of more, hardly ever.
        (local.set $byte (i32.load16_u (local.get $at)))
        (local.set $shift (i32.and (i32.shr_u (local.get $byte) (i32.const 7)) (i32.const 1)))
        (local.set $at (i32.add (i32.add (local.get $at) (local.get $shift)) (i32.const 1)))
        (local.set $head
          (i32.or
            (i32.and (local.get $byte) (i32.const 0x7f))
            (i32.and
              (i32.and (i32.shr_u (local.get $byte) (i32.const 1)) (i32.const 0x3f80))
              (i32.sub (i32.const 0) (local.get $shift)))))
        (if (i32.eq (i32.and (local.get $byte) (i32.const 0x8080)) (i32.const 0x8080))
          (then
            (local.set $shift (i32.const 14))
            (loop $more
              (local.set $byte (i32.load8_u (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $head
                (i32.or (local.get $head)
                  (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
              (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
              (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))))
        (local.set $chunk
          (i32.add (local.get $chunk)
            (i32.add (i32.shr_u (local.get $head) (i32.const 3)) (i32.const 1))))
        (if (i32.ge_u (local.get $chunk) (local.get $chunkCount)) (then (return (i32.const -1))))
        (local.set $head (i32.and (local.get $head) (i32.const 7)))
        (if (i32.eq (local.get $head) (i32.const 7))
          (then
            ;; Several fields: a byte says which, and which of them more than once.
            (local.set $mask (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $tf
              (f64.add
                (f64.add
                  (f64.mul
                    (f64.convert_i32_u (i32.and (local.get $mask) (i32.const 1)))
                    (f64.load
                      (i32.add
                        (local.get $norms)
                        (i32.shl
                          (i32.load16_u (i32.add (local.get $lengths) (i32.shl (local.get $chunk) (i32.const 1))))
                          (i32.const 3)))))
                  (f64.mul
                    (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 1)) (i32.const 1)))
                    (f64.load
                      (i32.add
                        (i32.add (local.get $norms) (local.get $normBytes))
                        (i32.shl
                          (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (local.get $chunkCount) (local.get $chunk)) (i32.const 1))))
                          (i32.const 3))))))
                (f64.add
                  (f64.mul
                    (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 2)) (i32.const 1)))
                    (f64.load
                      (i32.add
                        (i32.add (local.get $norms) (i32.mul (i32.const 2) (local.get $normBytes)))
                        (i32.shl
                          (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (i32.const 2) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                          (i32.const 3)))))
                  (f64.mul
                    (f64.convert_i32_u (i32.and (i32.shr_u (local.get $mask) (i32.const 3)) (i32.const 1)))
                    (f64.load
                      (i32.add
                        (i32.add (local.get $norms) (i32.mul (i32.const 3) (local.get $normBytes)))
                        (i32.shl
                          (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (i32.const 3) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                          (i32.const 3))))))))
            (local.set $mask (i32.shr_u (local.get $mask) (i32.const 4)))
            (block $counted
              (loop $repeated
                (br_if $counted (i32.eqz (local.get $mask)))
                (local.set $head (i32.const 0))
                (local.set $shift (i32.const 0))
                (loop $more
                  (local.set $byte (i32.load8_u (local.get $at)))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (local.set $head
                    (i32.or (local.get $head)
                      (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                  (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                  (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))
                (local.set $field (i32.ctz (local.get $mask)))
                (local.set $tf
                  (f64.add (local.get $tf)
                    (f64.mul
                      (f64.convert_i32_u (i32.add (local.get $head) (i32.const 1)))
                      (f64.load
                        (i32.add
                          (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                          (i32.shl
                            (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                            (i32.const 3)))))))
                (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
                (br $repeated))))
          (else
            ;; One field. The frequency is 1, 2, or for codes 5 and 6 a number of its own above 3; a nibble a code says which.
            (local.set $mask (i32.const 0))
            (if (i32.ge_u (local.get $head) (i32.const 5))
              (then
                (local.set $shift (i32.const 0))
                (loop $more
                  (local.set $byte (i32.load8_u (local.get $at)))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (local.set $mask
                    (i32.or (local.get $mask)
                      (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                  (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                  (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))))
            (local.set $shift (i32.shl (local.get $head) (i32.const 2)))
            ;; The field: text for codes 0, 1, 5, code for 2, 3, 6, heading for 4.
            (local.set $field (i32.and (i32.shr_u (i32.const 0x3213322) (local.get $shift)) (i32.const 7)))
            (local.set $tf
              (f64.mul
                (f64.convert_i32_u
                  (i32.add (local.get $mask)
                    (i32.and (i32.shr_u (i32.const 0x3312121) (local.get $shift)) (i32.const 7))))
                (f64.load
                  (i32.add
                    (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                    (i32.shl
                      (i32.load16_u (i32.add (local.get $lengths) (i32.shl (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk)) (i32.const 1))))
                      (i32.const 3))))))))
        (if (f64.gt (local.get $tf) (local.get $most)) (then (local.set $most (local.get $tf))))
        (i32.store (local.get $chunks) (local.get $chunk))
        (f64.store (local.get $tfs) (local.get $tf))
        (local.set $chunks (i32.add (local.get $chunks) (i32.const 4)))
        (local.set $tfs (i32.add (local.get $tfs) (i32.const 8)))
        (br $next)))
    (f64.store (local.get $tfs) (local.get $most))
    (i32.shr_u (i32.sub (local.get $chunks) (local.get $first)) (i32.const 2)))

  ;; Adds what a term is worth to the score of every chunk that holds it and whose score is at least `need`:
  ;;   score += round(factor * (tf / (tf + k1)))
  ;; With sums (float64 a chunk; address 0 for none) the terms of a concept saturate together. A chunk whose mark is not `mark`
  ;; holds no term of the concept yet, and its sum is taken as 0:
  ;;   tf *= share, score += round(factor * (k1 * tf / ((sum + tf + k1) * (sum + k1)))), sum += tf
  ;; What is added is rounded to a multiple of 2^-36, so that scores are the same in whatever order terms are added.
  ;; chunks, tfs, count: as "readPostings" has them; scores: float64 a chunk; maxima: float64, the greatest score of every 16 chunks;
  ;; marks: a byte a chunk.
  (func (export "addTerm")
    (param $chunks i32) (param $tfs i32) (param $count i32) (param $scores i32) (param $maxima i32)
    (param $factor f64) (param $k1 f64) (param $share f64) (param $sums i32) (param $marks i32) (param $mark i32)
    (param $need f64)
    (local $end i32) (local $chunk i32) (local $slot i32) (local $at i32) (local $tf f64) (local $sum f64) (local $score f64)
    (local $bits i64)
    (local.set $end (i32.add (local.get $chunks) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $chunks) (local.get $end)))
        (local.set $chunk (i32.load (local.get $chunks)))
        (local.set $tf (f64.load (local.get $tfs)))
        (local.set $chunks (i32.add (local.get $chunks) (i32.const 4)))
        (local.set $tfs (i32.add (local.get $tfs) (i32.const 8)))
        (local.set $slot (i32.add (local.get $scores) (i32.shl (local.get $chunk) (i32.const 3))))
        (local.set $score (f64.load (local.get $slot)))
        (br_if $next (f64.lt (local.get $score) (local.get $need)))
        (block $saturated
          (if (local.get $sums)
            (then
              (local.set $tf (f64.mul (local.get $share) (local.get $tf)))
              (local.set $at (i32.add (local.get $sums) (i32.shl (local.get $chunk) (i32.const 3))))
              (if (i32.eq (i32.load8_u (i32.add (local.get $marks) (local.get $chunk))) (local.get $mark))
                (then
                  (local.set $sum (f64.load (local.get $at)))
                  (f64.store (local.get $at) (f64.add (local.get $sum) (local.get $tf)))
                  (local.set $tf
                    (f64.div
                      (f64.mul (local.get $k1) (local.get $tf))
                      (f64.mul
                        (f64.add (f64.add (local.get $sum) (local.get $tf)) (local.get $k1))
                        (f64.add (local.get $sum) (local.get $k1)))))
                  (br $saturated)))
              (i32.store8 (i32.add (local.get $marks) (local.get $chunk)) (local.get $mark))
              (f64.store (local.get $at) (local.get $tf))))
          (local.set $tf (f64.div (local.get $tf) (f64.add (local.get $tf) (local.get $k1)))))
        (local.set $score
          (f64.add (local.get $score)
            ;; 1.5 * 2^16: a number of that size has its last bit at 2^-36.
            (f64.sub
              (f64.add (f64.mul (local.get $factor) (local.get $tf)) (f64.const 98304))
              (f64.const 98304))))
        (f64.store (local.get $slot) (local.get $score))
        ;; Scores are not negative here, and so compare as their bits do, which takes no branch.
        (local.set $slot
          (i32.add (local.get $maxima) (i32.shl (i32.shr_u (local.get $chunk) (i32.const 4)) (i32.const 3))))
        (local.set $bits (i64.load (local.get $slot)))
        (i64.store (local.get $slot)
          (select
            (i64.reinterpret_f64 (local.get $score))
            (local.get $bits)
            (i64.gt_u (i64.reinterpret_f64 (local.get $score)) (local.get $bits))))
        (br $next))))

  ;; Of postings that were read picks those of rows that were noted, both ascending: for each row it leaps ahead, twice as far each time,
  ;; and halves the last leap. chunks, tfs, count: as "readPostings" has them; numbers: u32 each; picked, pickedTfs: room for as many
  ;; as there are numbers. Returns how many were picked.
  (func (export "pickPostings")
    (param $chunks i32) (param $tfs i32) (param $count i32) (param $numbers i32) (param $noted i32)
    (param $picked i32) (param $pickedTfs i32)
    (result i32)
    (local $low i32) (local $high i32) (local $middle i32) (local $end i32) (local $number i32) (local $numbersEnd i32)
    (local $first i32)
    (local.set $first (local.get $picked))
    (local.set $low (local.get $chunks))
    (local.set $end (i32.add (local.get $chunks) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $numbersEnd (i32.add (local.get $numbers) (i32.shl (local.get $noted) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $numbers) (local.get $numbersEnd)))
        (br_if $done (i32.ge_u (local.get $low) (local.get $end)))
        (local.set $number (i32.load (local.get $numbers)))
        (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
        (local.set $middle (i32.const 4))
        (block $passed
          (loop $leap
            (local.set $high (i32.add (local.get $low) (local.get $middle)))
            (br_if $passed (i32.ge_u (local.get $high) (local.get $end)))
            (br_if $passed (i32.ge_u (i32.load (local.get $high)) (local.get $number)))
            (local.set $low (local.get $high))
            (local.set $middle (i32.shl (local.get $middle) (i32.const 1)))
            (br $leap)))
        (if (i32.gt_u (local.get $high) (local.get $end)) (then (local.set $high (local.get $end))))
        (block $found
          (loop $halve
            (br_if $found (i32.ge_u (local.get $low) (local.get $high)))
            (local.set $middle
              (i32.add (local.get $low)
                (i32.shl (i32.shr_u (i32.sub (local.get $high) (local.get $low)) (i32.const 3)) (i32.const 2))))
            (if (i32.lt_u (i32.load (local.get $middle)) (local.get $number))
              (then (local.set $low (i32.add (local.get $middle) (i32.const 4))))
              (else (local.set $high (local.get $middle))))
            (br $halve)))
        (br_if $done (i32.ge_u (local.get $low) (local.get $end)))
        (if (i32.eq (i32.load (local.get $low)) (local.get $number))
          (then
            (i32.store (local.get $picked) (local.get $number))
            (f64.store (local.get $pickedTfs)
              (f64.load
                (i32.add (local.get $tfs) (i32.shl (i32.sub (local.get $low) (local.get $chunks)) (i32.const 1)))))
            (local.set $picked (i32.add (local.get $picked) (i32.const 4)))
            (local.set $pickedTfs (i32.add (local.get $pickedTfs) (i32.const 8)))
            (local.set $low (i32.add (local.get $low) (i32.const 4)))))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $picked) (local.get $first)) (i32.const 2)))

  ;; Notes the rows whose score is above a threshold, of some groups of 16.
  ;; scores: float64 a row; maxima: as in "addTerm"; numbers: u32 each. Returns how many were noted, in order of rows.
  (func (export "noteAbove")
    (param $scores i32) (param $maxima i32) (param $group i32) (param $groupEnd i32) (param $threshold f64) (param $numbers i32)
    (result i32)
    (local $row i32) (local $end i32) (local $slot i32) (local $firstNumber i32)
    (local.set $firstNumber (local.get $numbers))
    (block $done
      (loop $groups
        (br_if $done (i32.ge_u (local.get $group) (local.get $groupEnd)))
        (if
          (f64.gt
            (f64.load (i32.add (local.get $maxima) (i32.shl (local.get $group) (i32.const 3))))
            (local.get $threshold))
          (then
            (local.set $row (i32.shl (local.get $group) (i32.const 4)))
            (local.set $end (i32.add (local.get $row) (i32.const 16)))
            (local.set $slot (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 3))))
            (loop $rows
              (i32.store (local.get $numbers) (local.get $row))
              (local.set $numbers
                (i32.add (local.get $numbers)
                  (i32.shl (f64.gt (f64.load (local.get $slot)) (local.get $threshold)) (i32.const 2))))
              (local.set $slot (i32.add (local.get $slot) (i32.const 8)))
              (local.set $row (i32.add (local.get $row) (i32.const 1)))
              (br_if $rows (i32.lt_u (local.get $row) (local.get $end))))))
        (local.set $group (i32.add (local.get $group) (i32.const 1)))
        (br $groups)))
    (i32.shr_u (i32.sub (local.get $numbers) (local.get $firstNumber)) (i32.const 2)))

  ;; Of rows that were noted keeps those whose score is above a threshold, in place. Returns how many are left.
  (func (export "keepAbove")
    (param $scores i32) (param $numbers i32) (param $count i32) (param $threshold f64)
    (result i32)
    (local $at i32) (local $end i32) (local $kept i32) (local $row i32)
    (local.set $at (local.get $numbers))
    (local.set $kept (local.get $numbers))
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $row (i32.load (local.get $at)))
        (i32.store (local.get $kept) (local.get $row))
        (local.set $kept
          (i32.add (local.get $kept)
            (i32.shl
              (f64.gt
                (f64.load (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 3))))
                (local.get $threshold))
              (i32.const 2))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $kept) (local.get $numbers)) (i32.const 2)))

  ;; Checksum of u32 words, as checksum.ts has it before its last step. The four lanes at `lanes` go on from where they stand, so that
  ;; words may come in pieces of whole groups of four, the last one aside.
  (func (export "checksumLanes") (param $words i32) (param $count i32) (param $lanes i32)
    (local $end i32) (local $whole i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local.set $a (i32.load (local.get $lanes)))
    (local.set $b (i32.load offset=4 (local.get $lanes)))
    (local.set $c (i32.load offset=8 (local.get $lanes)))
    (local.set $d (i32.load offset=12 (local.get $lanes)))
    (local.set $end (i32.add (local.get $words) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $whole
      (i32.add (local.get $words) (i32.shl (i32.and (local.get $count) (i32.const -16)) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $words) (local.get $whole)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=4 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=8 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=12 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=16 (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=20 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=24 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=28 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=32 (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=36 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=40 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=44 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=48 (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=52 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=56 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=60 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $words (i32.add (local.get $words) (i32.const 64)))
        (br $next)))
    (local.set $whole
      (i32.add (local.get $words) (i32.and (i32.sub (local.get $end) (local.get $words)) (i32.const -16))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $words) (local.get $whole)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=4 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=8 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=12 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $words (i32.add (local.get $words) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $words) (local.get $end)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $words (i32.add (local.get $words) (i32.const 4)))
        (br $next)))
    (i32.store (local.get $lanes) (local.get $a))
    (i32.store offset=4 (local.get $lanes) (local.get $b))
    (i32.store offset=8 (local.get $lanes) (local.get $c))
    (i32.store offset=12 (local.get $lanes) (local.get $d)))

  ;; Makes the codes of rows: a bit a dimension, 1 for a number below 0, and what "estimate" and "sift" need beside them.
  ;; rows: count x rowBytes int8, rowBytes a multiple of 32, zeros past the dimensions;
  ;; codes: for every 16 rows, for every 8 dimensions, a byte a row; the first of `count` rows is the first of its 16;
  ;; tables: float32 a row each, `stride` bytes apart: scales, offsets, then estimates and margins, which are written:
  ;;   rest = sqrt(1 - offset^2), share = sum |row| * scale / (sqrt(dimensions) * rest), at most 1
  ;;   estimate = rest^2 / (sum |row| * scale), margin = rest * sqrt(1 / share^2 - 1) / sqrt(dimensions - 1)
  (func (export "encodeRows")
    (param $rows i32) (param $count i32) (param $rowBytes i32) (param $dimensions i32)
    (param $codes i32) (param $tables i32) (param $stride i32)
    (local $row i32) (local $rowEnd i32) (local $code i32) (local $bits i32) (local $values v128) (local $sums v128)
    (local $slot i32) (local $length f32) (local $squared f32) (local $share f32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $code
          (i32.add
            (i32.add (local.get $codes)
              (i32.mul (i32.shr_u (local.get $row) (i32.const 4)) (i32.shl (local.get $rowBytes) (i32.const 1))))
            (i32.and (local.get $row) (i32.const 15))))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (loop $parts
          (local.set $values (v128.load (local.get $rows)))
          (local.set $bits (i8x16.bitmask (local.get $values)))
          (i32.store8 (local.get $code) (local.get $bits))
          (i32.store8 offset=16 (local.get $code) (i32.shr_u (local.get $bits) (i32.const 8)))
          (local.set $sums
            (i32x4.add (local.get $sums)
              (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.abs (local.get $values))))))
          (local.set $code (i32.add (local.get $code) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
        (local.set $slot (i32.add (local.get $tables) (i32.shl (local.get $row) (i32.const 2))))
        (local.set $length
          (f32.mul
            (f32.load (local.get $slot))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
                (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))))
        (local.set $slot (i32.add (local.get $slot) (local.get $stride)))
        (local.set $squared (f32.load (local.get $slot)))
        (local.set $squared
          (f32.max (f32.const 0) (f32.sub (f32.const 1) (f32.mul (local.get $squared) (local.get $squared)))))
        (local.set $slot (i32.add (local.get $slot) (local.get $stride)))
        ;; A row without a direction of its own has none to estimate: its offset is its whole score.
        (if (i32.and (f32.gt (local.get $length) (f32.const 0)) (f32.gt (local.get $squared) (f32.const 0)))
          (then
            (local.set $share
              (f32.min (f32.const 1)
                (f32.div (local.get $length)
                  (f32.sqrt (f32.mul (f32.convert_i32_u (local.get $dimensions)) (local.get $squared))))))
            (f32.store (local.get $slot) (f32.div (local.get $squared) (local.get $length)))
            (f32.store (i32.add (local.get $slot) (local.get $stride))
              (f32.sqrt
                (f32.div
                  (f32.mul (local.get $squared)
                    (f32.sub (f32.div (f32.const 1) (f32.mul (local.get $share) (local.get $share))) (f32.const 1)))
                  (f32.convert_i32_u (i32.sub (local.get $dimensions) (i32.const 1)))))))
          (else
            (f32.store (local.get $slot) (f32.const 0))
            (f32.store (i32.add (local.get $slot) (local.get $stride)) (f32.const 0))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next))))

  ;; Tables of what the signs of 4 dimensions add to a dot product, for every 4 dimensions of a query: 16 bytes, bit n of whose number
  ;; says that dimension n counts negative; each is (sum of |number| + dot product) * perUnit, rounded.
  ;; query: float32 a dimension; count: its dimensions, a multiple of 4.
  (func (export "fillEntries") (param $query i32) (param $count i32) (param $perUnit f32) (param $entries i32)
    (local $end i32) (local $values v128) (local $pair v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $query) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $values (f32x4.mul (v128.load (local.get $query)) (f32x4.splat (local.get $perUnit))))
      (local.set $c (f32x4.splat (f32x4.extract_lane 2 (local.get $values))))
      (local.set $d (f32x4.splat (f32x4.extract_lane 3 (local.get $values))))
      (local.set $pair
        (f32x4.add
          (f32x4.mul (f32x4.splat (f32x4.extract_lane 0 (local.get $values))) (v128.const f32x4 1 -1 1 -1))
          (f32x4.mul (f32x4.splat (f32x4.extract_lane 1 (local.get $values))) (v128.const f32x4 1 1 -1 -1))))
      (local.set $values (f32x4.abs (local.get $values)))
      (local.set $pair
        (f32x4.add (local.get $pair)
          (f32x4.splat
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $values)) (f32x4.extract_lane 1 (local.get $values)))
              (f32.add (f32x4.extract_lane 2 (local.get $values)) (f32x4.extract_lane 3 (local.get $values)))))))
      (v128.store (local.get $entries)
        (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.add (local.get $pair) (f32x4.add (local.get $c) (local.get $d)))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.sub (local.get $pair) (f32x4.sub (local.get $c) (local.get $d))))))
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.add (local.get $pair) (f32x4.sub (local.get $c) (local.get $d)))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.sub (local.get $pair) (f32x4.add (local.get $c) (local.get $d))))))))
      (local.set $entries (i32.add (local.get $entries) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $query) (local.get $end)))))

  ;; Estimates the scores of rows from their codes:
  ;;   score = offset * queryOffset + estimate * (sum * step - bias)
  ;; where sum adds up, for every 4 dimensions, the entry of a row's 4 bits in a table of 16 for these dimensions.
  ;; codes, tables, stride: as "encodeRows" takes them; count: rounded up to 16, so that the tables and scores need room past the last;
  ;; entries: 16 bytes for every 4 dimensions, of which four add up to at most 255; scores: float32 a row.
  (func (export "estimate")
    (param $codes i32) (param $count i32) (param $rowBytes i32) (param $tables i32) (param $stride i32)
    (param $entries i32) (param $queryOffset f32) (param $step f32) (param $bias f32) (param $scores i32)
    (local $scoresEnd i32) (local $codesEnd i32) (local $entry i32) (local $estimates i32)
    (local $code v128) (local $more v128) (local $pair v128) (local $sums v128) (local $highs v128) (local $low v128)
    (local $queryOffsets v128) (local $steps v128) (local $biases v128)
    (local.set $low (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    (local.set $queryOffsets (f32x4.splat (local.get $queryOffset)))
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $biases (f32x4.splat (local.get $bias)))
    (local.set $tables (i32.add (local.get $tables) (local.get $stride)))
    (local.set $estimates (i32.add (local.get $tables) (local.get $stride)))
    (local.set $scoresEnd (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $scoresEnd)))
        (local.set $codesEnd (i32.add (local.get $codes) (i32.shl (local.get $rowBytes) (i32.const 1))))
        (local.set $entry (local.get $entries))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $highs (v128.const i32x4 0 0 0 0))
        (loop $parts
          ;; sums takes the bytes of even rows plus 256 times those of odd rows, which are taken off below. Twice the same. Places in a
          ;; table are below 16, for which the relaxed swizzle does on every processor what the other does, and in one step.
          (local.set $code (v128.load (local.get $codes)))
          (local.set $more (v128.load offset=16 (local.get $codes)))
          (local.set $pair
            (i8x16.add
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load (local.get $entry)) (v128.and (local.get $code) (local.get $low)))
                (i8x16.relaxed_swizzle (v128.load offset=16 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $code) (i32.const 4)) (local.get $low))))
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load offset=32 (local.get $entry)) (v128.and (local.get $more) (local.get $low)))
                (i8x16.relaxed_swizzle (v128.load offset=48 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $more) (i32.const 4)) (local.get $low))))))
          (local.set $sums (i16x8.add (local.get $sums) (local.get $pair)))
          (local.set $highs (i16x8.add (local.get $highs) (i16x8.shr_u (local.get $pair) (i32.const 8))))
          (local.set $code (v128.load offset=32 (local.get $codes)))
          (local.set $more (v128.load offset=48 (local.get $codes)))
          (local.set $pair
            (i8x16.add
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load offset=64 (local.get $entry)) (v128.and (local.get $code) (local.get $low)))
                (i8x16.relaxed_swizzle (v128.load offset=80 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $code) (i32.const 4)) (local.get $low))))
              (i8x16.add
                (i8x16.relaxed_swizzle (v128.load offset=96 (local.get $entry)) (v128.and (local.get $more) (local.get $low)))
                (i8x16.relaxed_swizzle (v128.load offset=112 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $more) (i32.const 4)) (local.get $low))))))
          (local.set $sums (i16x8.add (local.get $sums) (local.get $pair)))
          (local.set $highs (i16x8.add (local.get $highs) (i16x8.shr_u (local.get $pair) (i32.const 8))))
          (local.set $entry (i32.add (local.get $entry) (i32.const 128)))
          (local.set $codes (i32.add (local.get $codes) (i32.const 64)))
          (br_if $parts (i32.lt_u (local.get $codes) (local.get $codesEnd))))
        (local.set $sums (i16x8.sub (local.get $sums) (i16x8.shl (local.get $highs) (i32.const 8))))
        (local.set $pair (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $sums) (local.get $highs)))
        (local.set $code (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $sums) (local.get $highs)))
        (v128.store (local.get $scores)
          (f32x4.add
            (f32x4.mul (v128.load (local.get $tables)) (local.get $queryOffsets))
            (f32x4.mul
              (v128.load (local.get $estimates))
              (f32x4.sub
                (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $pair))) (local.get $steps))
                (local.get $biases)))))
        (v128.store offset=16 (local.get $scores)
          (f32x4.add
            (f32x4.mul (v128.load offset=16 (local.get $tables)) (local.get $queryOffsets))
            (f32x4.mul
              (v128.load offset=16 (local.get $estimates))
              (f32x4.sub
                (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $pair))) (local.get $steps))
                (local.get $biases)))))
        (v128.store offset=32 (local.get $scores)
          (f32x4.add
            (f32x4.mul (v128.load offset=32 (local.get $tables)) (local.get $queryOffsets))
            (f32x4.mul
              (v128.load offset=32 (local.get $estimates))
              (f32x4.sub
                (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $code))) (local.get $steps))
                (local.get $biases)))))
        (v128.store offset=48 (local.get $scores)
          (f32x4.add
            (f32x4.mul (v128.load offset=48 (local.get $tables)) (local.get $queryOffsets))
            (f32x4.mul
              (v128.load offset=48 (local.get $estimates))
              (f32x4.sub
                (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $code))) (local.get $steps))
                (local.get $biases)))))
        (local.set $tables (i32.add (local.get $tables) (i32.const 64)))
        (local.set $estimates (i32.add (local.get $estimates) (i32.const 64)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 64)))
        (br $next))))

  ;; The greatest score of every 64 rows. Rows that are not allowed, and those past the last, lose their score first.
  ;; scores: float32 a row, rounded up to 64; allowed: a byte a row, or address 0 for none; maxima: float32 for every 64.
  (func (export "greatestOf64") (param $scores i32) (param $count i32) (param $allowed i32) (param $maxima i32)
    (local $row i32) (local $end i32) (local $at i32) (local $four v128)
    (local.set $end (i32.and (i32.add (local.get $count) (i32.const 63)) (i32.const -64)))
    (if (local.get $allowed)
      (then
        (loop $rows
          (if (i32.eqz (i32.load8_u (i32.add (local.get $allowed) (local.get $row))))
            (then
              (f32.store (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 2))) (f32.const -inf))))
          (local.set $row (i32.add (local.get $row) (i32.const 1)))
          (br_if $rows (i32.lt_u (local.get $row) (local.get $count))))))
    (local.set $row (local.get $count))
    (block $filled
      (loop $rest
        (br_if $filled (i32.ge_u (local.get $row) (local.get $end)))
        (f32.store (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 2))) (f32.const -inf))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $rest)))
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $end) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $four (v128.load (local.get $scores)))
        (local.set $at (i32.add (local.get $scores) (i32.const 16)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 256)))
        (loop $fours
          (local.set $four (f32x4.pmax (local.get $four) (v128.load (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $fours (i32.lt_u (local.get $at) (local.get $scores))))
        (f32.store (local.get $maxima)
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
            (f32.max (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four)))))
        (local.set $maxima (i32.add (local.get $maxima) (i32.const 4)))
        (br $next))))

  ;; Notes the rows whose score may exceed a threshold: score + margin * spread > threshold.
  ;; scores, margins: float32 a row from the row of number `first` on, four of which may be past the last; numbers: u32 each. A row
  ;; that was noted loses its score. Returns how many were, in order of rows.
  (func (export "sift")
    (param $scores i32) (param $margins i32) (param $first i32) (param $count i32)
    (param $spread f32) (param $threshold f32) (param $numbers i32)
    (result i32)
    (local $row i32) (local $at i32) (local $mask i32) (local $firstNumber i32) (local $spreads v128) (local $thresholds v128)
    (local.set $firstNumber (local.get $numbers))
    (local.set $spreads (f32x4.splat (local.get $spread)))
    (local.set $thresholds (f32x4.splat (local.get $threshold)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $mask
          (i32x4.bitmask
            (f32x4.gt
              (f32x4.add
                (v128.load (local.get $scores))
                (f32x4.mul (v128.load (local.get $margins)) (local.get $spreads)))
              (local.get $thresholds))))
        (block $noted
          (loop $lanes
            (br_if $noted (i32.eqz (local.get $mask)))
            (local.set $at (i32.add (local.get $row) (i32.ctz (local.get $mask))))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $noted (i32.ge_u (local.get $at) (local.get $count)))
            (i32.store (local.get $numbers) (i32.add (local.get $first) (local.get $at)))
            (f32.store
              (i32.add (local.get $scores) (i32.shl (i32.sub (local.get $at) (local.get $row)) (i32.const 2)))
              (f32.const -inf))
            (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
            (br $lanes)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (local.set $margins (i32.add (local.get $margins) (i32.const 16)))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $numbers) (local.get $firstNumber)) (i32.const 2)))

  ;; Scores rows and notes those that reach a threshold:
  ;;   score = offset * queryOffset + dot(query, row) * scale * queryScale, in float64
  ;; rows: count x rowBytes int8, rowBytes a multiple of 32; query: rowBytes int16;
  ;; numbers: u32 a row, its place in scales and offsets, which are float32 each, or address 0 where these begin with the first row;
  ;; hits: 16 bytes each, the row's number as u32, and at byte 8 its score as float64.
  ;; Returns the number of hits, in order of rows.
  (func (export "scan")
    (param $rows i32) (param $count i32) (param $rowBytes i32) (param $query i32)
    (param $numbers i32) (param $scales i32) (param $offsets i32)
    (param $queryScale f64) (param $queryOffset f64) (param $threshold f64) (param $hits i32)
    (result i32)
    (local $row i32) (local $number i32) (local $rowEnd i32) (local $part i32) (local $firstHit i32)
    (local $low v128) (local $high v128) (local $sum v128) (local $more v128) (local $score f64)
    (local.set $firstHit (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
        (block $scored
          (local.set $sum (v128.const i32x4 0 0 0 0))
          (local.set $more (v128.const i32x4 0 0 0 0))
          (local.set $part (local.get $query))
          (loop $parts
            (local.set $low (v128.load (local.get $rows)))
            (local.set $high (v128.load offset=16 (local.get $rows)))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $low)) (v128.load (local.get $part)))))
            (local.set $more
              (i32x4.add (local.get $more)
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $low)) (v128.load offset=16 (local.get $part)))))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $high)) (v128.load offset=32 (local.get $part)))))
            (local.set $more
              (i32x4.add (local.get $more)
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $high)) (v128.load offset=48 (local.get $part)))))
            (local.set $part (i32.add (local.get $part) (i32.const 64)))
            (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
            (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
          (local.set $sum (i32x4.add (local.get $sum) (local.get $more)))
          (local.set $number (local.get $row))
          (if (local.get $numbers)
            (then
              (local.set $number (i32.load (i32.add (local.get $numbers) (i32.shl (local.get $row) (i32.const 2)))))))
          (local.set $score
            (f64.add
              (f64.mul
                (f64.promote_f32 (f32.load (i32.add (local.get $offsets) (i32.shl (local.get $number) (i32.const 2)))))
                (local.get $queryOffset))
              (f64.mul
                (f64.mul
                  (f64.convert_i32_s
                    (i32.add
                      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                  (f64.promote_f32 (f32.load (i32.add (local.get $scales) (i32.shl (local.get $number) (i32.const 2))))))
                (local.get $queryScale))))
          (br_if $scored (f64.lt (local.get $score) (local.get $threshold)))
          (i32.store (local.get $hits) (local.get $number))
          (f64.store offset=8 (local.get $hits) (local.get $score))
          (local.set $hits (i32.add (local.get $hits) (i32.const 16))))
        (local.set $rows (local.get $rowEnd))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $firstHit)) (i32.const 4)))

  ;; Inflates raw deflate (RFC 1951).
  ;; in, inEnd: the compressed bytes, with 16 to spare behind them; window: the first byte that matches may reach back to, in front of the
  ;; output; out, outEnd: room for the output, with 8 bytes to spare; tables: 132,096 bytes to work with.
  ;; Returns where the output ends; 0 for bytes that are no deflate stream, 1 where there is no room.
  (func (export "inflate")
    (param $in i32) (param $inEnd i32) (param $window i32) (param $out i32) (param $outEnd i32) (param $tables i32)
    (result i32)
    (local $hold i64) (local $bits i32) (local $isLast i32) (local $kind i32) (local $entry i32) (local $symbol i32)
    (local $extra i32) (local $length i32) (local $from i32) (local $copyEnd i32)
    (local $literals i32) (local $distances i32) (local $literalMask i32) (local $distanceMask i32)
    (local $literalCount i32) (local $distanceCount i32) (local $at i32) (local $lengths i32)
    ;; Behind the lengths of codes and what "codeTable" works with.
    (local.set $literals (i32.add (local.get $tables) (i32.const 1024)))
    (local.set $distances (i32.add (local.get $tables) (i32.const 66560)))
    (block $malformed
      (loop $blocks
        ;; 56 bits at least, of which what lies behind the input counts as zeros or whatever is there: it is an error to use it.
        (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
        (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
        (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
        (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
        (local.set $isLast (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 1)))
        (local.set $kind (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 1)) (i32.const 3)))
        (local.set $hold (i64.shr_u (local.get $hold) (i64.const 3)))
        (local.set $bits (i32.sub (local.get $bits) (i32.const 3)))
        (br_if $malformed (i32.eq (local.get $kind) (i32.const 3)))
        (if (i32.eqz (local.get $kind))
          (then
            ;; Bytes as they are, from the next whole byte on.
            (local.set $in (i32.sub (local.get $in) (i32.shr_u (local.get $bits) (i32.const 3))))
            (local.set $hold (i64.const 0))
            (local.set $bits (i32.const 0))
            (br_if $malformed (i32.gt_u (i32.add (local.get $in) (i32.const 4)) (local.get $inEnd)))
            (local.set $length (i32.load16_u (local.get $in)))
            (br_if $malformed
              (i32.ne (i32.xor (local.get $length) (i32.const 0xffff)) (i32.load16_u offset=2 (local.get $in))))
            (local.set $in (i32.add (local.get $in) (i32.const 4)))
            (br_if $malformed (i32.gt_u (i32.add (local.get $in) (local.get $length)) (local.get $inEnd)))
            (if (i32.gt_u (i32.add (local.get $out) (local.get $length)) (local.get $outEnd)) (then (return (i32.const 1))))
            (memory.copy (local.get $out) (local.get $in) (local.get $length))
            (local.set $in (i32.add (local.get $in) (local.get $length)))
            (local.set $out (i32.add (local.get $out) (local.get $length))))
          (else
            (if (i32.eq (local.get $kind) (i32.const 1))
              (then
                (local.set $literalCount (i32.const 288))
                (local.set $distanceCount (i32.const 32))
                (memory.fill (local.get $tables) (i32.const 8) (i32.const 288))
                (memory.fill (i32.add (local.get $tables) (i32.const 144)) (i32.const 9) (i32.const 112))
                (memory.fill (i32.add (local.get $tables) (i32.const 256)) (i32.const 7) (i32.const 24))
                (memory.fill (i32.add (local.get $tables) (i32.const 288)) (i32.const 5) (i32.const 32)))
              (else
                (local.set $literalCount
                  (i32.add (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 31)) (i32.const 257)))
                (local.set $distanceCount
                  (i32.add (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 5)) (i32.const 31)) (i32.const 1)))
                (local.set $length
                  (i32.add (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 10)) (i32.const 15)) (i32.const 4)))
                (local.set $hold (i64.shr_u (local.get $hold) (i64.const 14)))
                (local.set $bits (i32.sub (local.get $bits) (i32.const 14)))
                (br_if $malformed (i32.gt_u (local.get $literalCount) (i32.const 286)))
                ;; The lengths of the codes that lengths are written in, in an order of their own: 5 bits each of two numbers.
                (memory.fill (local.get $tables) (i32.const 0) (i32.const 19))
                (local.set $at (i32.const 0))
                (loop $order
                  (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
                  (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
                  (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
                  (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
                  (i32.store8
                    (i32.add (local.get $tables)
                      (i32.and (i32.const 31)
                        (i32.wrap_i64
                          (i64.shr_u
                            (select (i64.const 156687220093241904) (i64.const 16154440812) (i32.lt_u (local.get $at) (i32.const 12)))
                            (i64.extend_i32_u
                              (i32.mul (i32.const 5)
                                (i32.sub (local.get $at)
                                  (select (i32.const 0) (i32.const 12) (i32.lt_u (local.get $at) (i32.const 12))))))))))
                    (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 7)))
                  (local.set $hold (i64.shr_u (local.get $hold) (i64.const 3)))
                  (local.set $bits (i32.sub (local.get $bits) (i32.const 3)))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (br_if $order (i32.lt_u (local.get $at) (local.get $length))))
                (local.set $entry
                  (call $codeTable (local.get $tables) (i32.const 19) (i32.add (local.get $tables) (i32.const 512)) (local.get $literals)))
                (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
                (local.set $literalMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
                (local.set $at (local.get $tables))
                (local.set $lengths
                  (i32.add (local.get $at) (i32.add (local.get $literalCount) (local.get $distanceCount))))
                (loop $codeLengths
                  (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
                  (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
                  (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
                  (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
                  (local.set $entry
                    (i32.load16_u
                      (i32.add (local.get $literals)
                        (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $literalMask)) (i32.const 1)))))
                  (br_if $malformed (i32.eqz (local.get $entry)))
                  (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
                  (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
                  (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
                  (if (i32.lt_u (local.get $symbol) (i32.const 16))
                    (then
                      (i32.store8 (local.get $at) (local.get $symbol))
                      (local.set $at (i32.add (local.get $at) (i32.const 1))))
                    (else
                      ;; 16: the length before again, 3 to 6 times; 17 and 18: none, 3 to 10 and 11 to 138 times.
                      (local.set $kind (i32.const 0))
                      (if (i32.eq (local.get $symbol) (i32.const 16))
                        (then
                          (br_if $malformed (i32.eq (local.get $at) (local.get $tables)))
                          (local.set $kind (i32.load8_u (i32.sub (local.get $at) (i32.const 1))))))
                      (local.set $extra
                        (i32.and (i32.shr_u (i32.const 0x732) (i32.shl (i32.sub (local.get $symbol) (i32.const 16)) (i32.const 2))) (i32.const 15)))
                      (local.set $length
                        (i32.add
                          (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1)))
                          (select (i32.const 11) (i32.const 3) (i32.eq (local.get $symbol) (i32.const 18)))))
                      (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                      (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))
                      (br_if $malformed (i32.gt_u (i32.add (local.get $at) (local.get $length)) (local.get $lengths)))
                      (memory.fill (local.get $at) (local.get $kind) (local.get $length))
                      (local.set $at (i32.add (local.get $at) (local.get $length)))))
                  (br_if $codeLengths (i32.lt_u (local.get $at) (local.get $lengths))))))
            (local.set $entry
              (call $codeTable
                (local.get $tables) (local.get $literalCount) (i32.add (local.get $tables) (i32.const 512)) (local.get $literals)))
            (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
            (local.set $literalMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
            (local.set $entry
              (call $codeTable
                (i32.add (local.get $tables) (local.get $literalCount)) (local.get $distanceCount)
                (i32.add (local.get $tables) (i32.const 512)) (local.get $distances)))
            (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
            (local.set $distanceMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
            (block $blockEnd
              (loop $symbols
                (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
                (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
                (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
                (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
                (local.set $entry
                  (i32.load16_u
                    (i32.add (local.get $literals)
                      (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $literalMask)) (i32.const 1)))))
                (br_if $malformed (i32.eqz (local.get $entry)))
                (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
                (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
                (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
                (if (i32.lt_u (local.get $symbol) (i32.const 256))
                  (then
                    (if (i32.ge_u (local.get $out) (local.get $outEnd)) (then (return (i32.const 1))))
                    (i32.store8 (local.get $out) (local.get $symbol))
                    (local.set $out (i32.add (local.get $out) (i32.const 1)))
                    (br $symbols)))
                (br_if $blockEnd (i32.eq (local.get $symbol) (i32.const 256)))
                ;; A match: its length, 3 to 258, in steps that double every four codes.
                (local.set $symbol (i32.sub (local.get $symbol) (i32.const 257)))
                (br_if $malformed (i32.gt_u (local.get $symbol) (i32.const 28)))
                (local.set $length (i32.add (local.get $symbol) (i32.const 3)))
                (if (i32.ge_u (local.get $symbol) (i32.const 8))
                  (then
                    (local.set $extra (i32.sub (i32.shr_u (local.get $symbol) (i32.const 2)) (i32.const 1)))
                    (local.set $length
                      (i32.add (i32.const 3)
                        (i32.add
                          (i32.shl (i32.or (i32.const 4) (i32.and (local.get $symbol) (i32.const 3))) (local.get $extra))
                          (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1))))))
                    (if (i32.eq (local.get $symbol) (i32.const 28))
                      (then
                        (local.set $extra (i32.const 0))
                        (local.set $length (i32.const 258))))
                    (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                    (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))))
                ;; And how far back it lies, in steps that double every two codes.
                (local.set $entry
                  (i32.load16_u
                    (i32.add (local.get $distances)
                      (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $distanceMask)) (i32.const 1)))))
                (br_if $malformed (i32.eqz (local.get $entry)))
                (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
                (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
                (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
                (br_if $malformed (i32.gt_u (local.get $symbol) (i32.const 29)))
                (local.set $from (i32.add (local.get $symbol) (i32.const 1)))
                (if (i32.ge_u (local.get $symbol) (i32.const 4))
                  (then
                    (local.set $extra (i32.sub (i32.shr_u (local.get $symbol) (i32.const 1)) (i32.const 1)))
                    (local.set $from
                      (i32.add (i32.const 1)
                        (i32.add
                          (i32.shl (i32.or (i32.const 2) (i32.and (local.get $symbol) (i32.const 1))) (local.get $extra))
                          (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1))))))
                    (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                    (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))))
                (br_if $malformed (i32.gt_u (local.get $from) (i32.sub (local.get $out) (local.get $window))))
                (local.set $copyEnd (i32.add (local.get $out) (local.get $length)))
                (if (i32.gt_u (local.get $copyEnd) (local.get $outEnd)) (then (return (i32.const 1))))
                (local.set $kind (local.get $from))
                (local.set $from (i32.sub (local.get $out) (local.get $from)))
                (if (i32.ge_u (local.get $kind) (i32.const 8))
                  (then
                    (loop $eight
                      (i64.store (local.get $out) (i64.load (local.get $from)))
                      (local.set $out (i32.add (local.get $out) (i32.const 8)))
                      (local.set $from (i32.add (local.get $from) (i32.const 8)))
                      (br_if $eight (i32.lt_u (local.get $out) (local.get $copyEnd)))))
                  (else
                    ;; It repeats what it has just written.
                    (loop $one
                      (i32.store8 (local.get $out) (i32.load8_u (local.get $from)))
                      (local.set $out (i32.add (local.get $out) (i32.const 1)))
                      (local.set $from (i32.add (local.get $from) (i32.const 1)))
                      (br_if $one (i32.lt_u (local.get $out) (local.get $copyEnd))))))
                (local.set $out (local.get $copyEnd))
                (br $symbols)))))
        (br_if $blocks (i32.eqz (local.get $isLast))))
      ;; All that was used must have been there.
      (br_if $malformed
        (i32.gt_u (i32.sub (local.get $in) (i32.shr_u (local.get $bits) (i32.const 3))) (local.get $inEnd)))
      (return (local.get $out)))
    (i32.const 0))

  ;; What a code of some bits says, of canonical codes: for all numbers of as many bits as the longest has, symbol << 4 | length in u16,
  ;; 0 for none. lengths: a byte a symbol, 0 for none; counts: 128 bytes to work with; table: 65,536.
  ;; Returns how many bits the longest has, or -1 where more codes are asked for than there are.
  (func $codeTable (param $lengths i32) (param $count i32) (param $counts i32) (param $table i32) (result i32)
    (local $at i32) (local $length i32) (local $longest i32) (local $code i32) (local $left i32) (local $slot i32)
    (local $reversed i32) (local $bit i32) (local $size i32)
    (memory.fill (local.get $counts) (i32.const 0) (i32.const 128))
    (loop $counting
      (local.set $length (i32.load8_u (i32.add (local.get $lengths) (local.get $at))))
      (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
      (i32.store (local.get $slot) (i32.add (i32.load (local.get $slot)) (i32.const 1)))
      (if (i32.gt_u (local.get $length) (local.get $longest)) (then (local.set $longest (local.get $length))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $counting (i32.lt_u (local.get $at) (local.get $count))))
    ;; The first code of each length, 64 bytes behind the counts.
    (i32.store (local.get $counts) (i32.const 0))
    (local.set $left (i32.const 1))
    (local.set $length (i32.const 1))
    (loop $firsts
      (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
      (local.set $code
        (i32.shl (i32.add (local.get $code) (i32.load (i32.sub (local.get $slot) (i32.const 4)))) (i32.const 1)))
      (i32.store offset=64 (local.get $slot) (local.get $code))
      (local.set $left (i32.sub (i32.shl (local.get $left) (i32.const 1)) (i32.load (local.get $slot))))
      (if (i32.lt_s (local.get $left) (i32.const 0)) (then (return (i32.const -1))))
      (local.set $length (i32.add (local.get $length) (i32.const 1)))
      (br_if $firsts (i32.le_u (local.get $length) (i32.const 15))))
    (local.set $size (i32.shl (i32.const 1) (local.get $longest)))
    (if (local.get $left)
      (then (memory.fill (local.get $table) (i32.const 0) (i32.shl (local.get $size) (i32.const 1)))))
    (local.set $at (i32.const 0))
    (loop $symbols
      (local.set $length (i32.load8_u (i32.add (local.get $lengths) (local.get $at))))
      (if (local.get $length)
        (then
          (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
          (local.set $code (i32.load offset=64 (local.get $slot)))
          (i32.store offset=64 (local.get $slot) (i32.add (local.get $code) (i32.const 1)))
          ;; Codes are read from their highest bit on.
          (local.set $reversed (i32.const 0))
          (local.set $bit (local.get $length))
          (loop $reverse
            (local.set $reversed
              (i32.or (i32.shl (local.get $reversed) (i32.const 1)) (i32.and (local.get $code) (i32.const 1))))
            (local.set $code (i32.shr_u (local.get $code) (i32.const 1)))
            (local.set $bit (i32.sub (local.get $bit) (i32.const 1)))
            (br_if $reverse (local.get $bit)))
          (loop $fill
            (i32.store16
              (i32.add (local.get $table) (i32.shl (local.get $reversed) (i32.const 1)))
              (i32.or (i32.shl (local.get $at) (i32.const 4)) (local.get $length)))
            (local.set $reversed (i32.add (local.get $reversed) (i32.shl (i32.const 1) (local.get $length))))
            (br_if $fill (i32.lt_u (local.get $reversed) (local.get $size))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $symbols (i32.lt_u (local.get $at) (local.get $count))))
    (local.get $longest)))
